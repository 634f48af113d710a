package dev.tradewind.medusa.follow;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.check.UnreadColumns;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.source.Buckets;
import dev.tradewind.medusa.source.CopyColumns;
import dev.tradewind.medusa.source.MedusaShop;
import dev.tradewind.medusa.target.NewShop;
import dev.tradewind.medusa.target.RowBatch;
import dev.tradewind.medusa.there.FollowRound;
import dev.tradewind.medusa.there.MoveIn;
import dev.tradewind.medusa.there.MoveReport;
import dev.tradewind.medusa.there.Verification;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Following of a shop that goes on selling: rounds apply to the copy what has changed in the source
 * since the round before, until the source stands still and the shop switches.
 *
 * <p>A round compares the digests of all buckets of rows in one snapshot of the source with those
 * that were applied before, reads the rows of the buckets that differ, writes what is different,
 * and deletes what the source has not any more. A round is one transaction in the target, together
 * with the digests: nodes that serve from the target see the shop of one moment, and a round that
 * was killed has not happened.
 */
public final class Follow {

  private static final Duration MIN_PAUSE = Duration.ofSeconds(1);

  private static final int KEYS = 5_000;

  /** Tables that plugins of a node add rows to. */
  private static final Set<String> OF_PLUGINS =
      Set.of("catalog.payment_provider", "catalog.fulfillment_provider", "catalog.tax_provider");

  private final MedusaShop source;
  private final NewShop target;
  private final Listener listener;
  private final List<TableCopy> copies;
  private final Map<String, Map<Integer, String>> applied;
  private long read;
  private boolean isHandedOver;

  /** Number of the hold that the last round began under, if no gateway wrote to the source. */
  private Optional<Long> hold = Optional.empty();

  /** Listener to the progress, which decides about the end. */
  public interface Listener extends MoveIn.Listener {

    /**
     * @return whether to go on
     */
    boolean followed(FollowRound round);

    /** Called if the command waits for the end of another one that follows. */
    default void taken() {}

    /**
     * Whether the following holds the writes itself before its last round, so that at the beginning
     * writes may still go to the source.
     */
    default boolean holdsWrites() {
      return false;
    }

    /** Whether the next round begins at once, because writes wait for it. */
    default boolean isHurried() {
      return false;
    }
  }

  private Follow(MedusaShop source, NewShop target, List<TableCopy> copies, Listener listener)
      throws SQLException {
    this.source = source;
    this.target = target;
    this.copies = copies;
    this.listener = listener;
    this.applied = target.progress().digests();
  }

  /**
   * Moves the shop if it has not moved yet, follows the shop until the listener ends the following,
   * and verifies the copy against the snapshot of the last round.
   *
   * @param finish whether to record the switch after a successful verification: from then on the
   *     shop is not followed any more
   * @throws MoveInException with a sentence for the operator
   */
  public static MoveReport run(
      DatabaseConfig from, DatabaseConfig to, boolean finish, Listener listener) {
    long start = System.nanoTime();
    try (MedusaShop source = MedusaShop.open(from);
        NewShop target = finish ? NewShop.takeOver(to, listener::taken) : NewShop.open(to)) {
      MoveIn move = new MoveIn(source, target, listener);
      boolean isNew = !target.state().isBegun();
      long rows = target.state().isCopied() ? 0 : move.copyAll(true);
      target.state().prepareFollowing();
      if (!finish) {
        target.offerEnd();
      } else if (!listener.holdsWrites()) {
        target.state().requireNoWrites("v1");
      }
      Follow follow = new Follow(source, target, move.all(), listener);
      if (isNew) {
        // Still in the snapshot that was copied.
        follow.recordDigests();
      }
      FollowRound last = follow.rounds(move);
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      if (follow.isHandedOver) {
        return new MoveReport(
            rows, duration, List.of(), List.of(), List.of(), Map.of(), last, true);
      }
      MoveReport report =
          new MoveReport(
              rows,
              duration,
              new Verification(source, target)
                  .compare(
                      move.all().stream()
                          .filter(copy -> !OF_PLUGINS.contains(copy.target()))
                          .toList()),
              target.amounts().recorded(move.all()),
              SourceCheck.corrections(source),
              UnreadColumns.of(source, target, move.all()),
              last,
              false);
      if (report.isVerified()) {
        target.state().markComplete();
        if (finish) {
          target.expectPayments();
          target.state().finish(follow.hold);
        }
      }
      return report;
    } catch (SQLException failure) {
      throw new MoveInException("Following failed: " + failure.getMessage(), failure);
    }
  }

  /**
   * Whether a copy is in the database whose rows are all there, so that {@link #run} only follows.
   *
   * @param onWait called if another command follows, which is asked to end, and awaited
   * @throws MoveInException if another move is running
   */
  public static boolean hasCopy(DatabaseConfig database, Runnable onWait) {
    try (NewShop target = NewShop.takeOver(database, onWait)) {
      return target.state().isCopied();
    } catch (SQLException failure) {
      throw new MoveInException("Reading the copy failed: " + failure.getMessage(), failure);
    }
  }

  private FollowRound rounds(MoveIn move) throws SQLException {
    long number = 0;
    while (true) {
      long start = System.nanoTime();
      hold = target.state().hold();
      source.refresh();
      String snapshotAt = source.snapshotAt();
      target.state().requireFollowing(source.shop());
      target.state().markFollowed();
      Outcome result = apply();
      move.numberOn();
      target.state().markRound(snapshotAt);
      target.commit();
      Duration duration = Duration.ofNanos(System.nanoTime() - start);
      number++;
      FollowRound round = new FollowRound(number, result.changed(), result.deleted(), duration);
      if (!listener.followed(round)) {
        return round;
      }
      // Without writes that wait the source is read half of the time at most.
      if (!listener.isHurried()
          && target.pauseUntilAsked(duration.compareTo(MIN_PAUSE) > 0 ? duration : MIN_PAUSE)) {
        isHandedOver = true;
        return round;
      }
    }
  }

  /**
   * Outcome of steps of a round.
   *
   * @param refusal of a constraint, if not everything could be written
   */
  private record Outcome(long changed, long deleted, @Nullable SQLException refusal) {

    private static final Outcome NONE = new Outcome(0, 0, null);

    private Outcome plus(Outcome next) {
      return new Outcome(
          changed + next.changed,
          deleted + next.deleted,
          next.refusal == null ? refusal : next.refusal);
    }
  }

  /**
   * Difference of a copy.
   *
   * @param buckets buckets that differ
   * @param selected the buckets to read; null for all rows, which is faster if all differ
   */
  private record Difference(
      TableCopy copy,
      CopyColumns columns,
      Set<Integer> buckets,
      @Nullable Set<Integer> selected,
      Map<Integer, String> digests) {}

  private Outcome apply() throws SQLException {
    Map<String, List<Difference>> byTable = new LinkedHashMap<>();
    List<Difference> differences = differences();
    differences.forEach(
        each -> byTable.computeIfAbsent(each.copy.target(), table -> new ArrayList<>()).add(each));
    List<Step> steps = new ArrayList<>();
    differences.forEach(each -> steps.add(() -> write(each)));
    new ArrayList<>(byTable.values())
        .reversed().stream()
            .filter(each -> !each.getFirst().copy.update())
            .filter(each -> !OF_PLUGINS.contains(each.getFirst().copy.target()))
            .forEach(each -> steps.add(() -> delete(each)));
    Outcome result = execute(steps);
    for (Difference each : differences) {
      record(each.copy, each.buckets, each.digests);
    }
    return result;
  }

  /**
   * Differences of all copies. Copies to the same table have the same buckets, so that a row that
   * none of them has is found.
   */
  private List<Difference> differences() throws SQLException {
    Map<String, Set<Integer>> buckets = new HashMap<>();
    Map<String, Map<Integer, String>> digests = new HashMap<>();
    Set<String> unknown = new LinkedHashSet<>();
    for (TableCopy copy : copies) {
      Map<Integer, String> current = digests(copy);
      digests.put(copy.name(), current);
      Map<Integer, String> previous = applied.get(copy.name());
      if (previous == null) {
        unknown.add(copy.target());
      }
      Set<Integer> differing =
          buckets.computeIfAbsent(copy.target(), table -> new LinkedHashSet<>());
      Set<Integer> all = new LinkedHashSet<>(current.keySet());
      Map<Integer, String> before = previous == null ? Map.of() : previous;
      all.addAll(before.keySet());
      all.stream()
          .filter(each -> !Objects.equals(current.get(each), before.get(each)))
          .forEach(differing::add);
    }
    List<Difference> differences = new ArrayList<>();
    for (TableCopy copy : copies) {
      Set<Integer> differing = Objects.requireNonNull(buckets.get(copy.target()));
      boolean isUnknown = unknown.contains(copy.target());
      if (isUnknown || !differing.isEmpty()) {
        differences.add(
            new Difference(
                copy,
                columns(copy),
                differing,
                isUnknown ? null : differing,
                Objects.requireNonNull(digests.get(copy.name()))));
      }
    }
    return differences;
  }

  private CopyColumns columns(TableCopy copy) throws SQLException {
    return source.columns(copy, target.rows().columnsOf(copy.target()));
  }

  private Map<Integer, String> digests(TableCopy copy) throws SQLException {
    Map<Integer, String> digests = new HashMap<>();
    for (List<@Nullable String> row :
        source.query(Buckets.digests(columns(copy), source.schema()))) {
      digests.put(
          Integer.valueOf(Objects.requireNonNull(row.getFirst())),
          Objects.requireNonNull(row.get(1)));
    }
    return digests;
  }

  private void recordDigests() throws SQLException {
    for (TableCopy copy : copies) {
      Map<Integer, String> digests = digests(copy);
      record(copy, digests.keySet(), digests);
    }
    target.commit();
  }

  private void record(TableCopy copy, Set<Integer> buckets, Map<Integer, String> digests)
      throws SQLException {
    target.progress().recordDigests(copy, buckets, digests);
    applied.put(copy.name(), digests);
  }

  /** Step of a round, which may have to wait for others. */
  private interface Step {

    Outcome execute() throws SQLException;
  }

  /**
   * Executes the steps, and those again that a constraint has refused, as long as others make room:
   * a handle that is free after a deletion, a parent that was inserted later.
   */
  private static Outcome execute(List<Step> steps) throws SQLException {
    Outcome result = Outcome.NONE;
    List<Step> open = steps;
    while (!open.isEmpty()) {
      Outcome pass = Outcome.NONE;
      List<Step> refused = new ArrayList<>();
      for (Step step : open) {
        Outcome outcome = step.execute();
        pass = pass.plus(outcome);
        if (outcome.refusal != null) {
          refused.add(step);
        }
      }
      if (pass.refusal != null && pass.changed + pass.deleted == 0) {
        throw pass.refusal;
      }
      result = result.plus(pass);
      open = refused;
    }
    return result;
  }

  private Outcome write(Difference difference) throws SQLException {
    List<Outcome> outcomes = new ArrayList<>();
    RowBatch batch =
        new RowBatch(
            difference.columns,
            target,
            full -> {
              outcomes.add(write(difference.copy, full.names(), full.rows()));
              target.amounts().record(difference.copy, full.ids(), full.differences());
              read += full.rows().size();
              listener.copied(difference.copy.name(), read, read);
            });
    source.readAll(difference.columns, null, difference.selected, batch::add);
    batch.flush();
    return outcomes.stream().reduce(Outcome.NONE, Outcome::plus);
  }

  /** Writes rows together, or one by one if a constraint refuses a row. */
  private Outcome write(TableCopy copy, Set<String> names, List<String> rows) throws SQLException {
    Savepoint attempt = target.rows().attempt();
    try {
      long changed = target.rows().change(copy, names, rows);
      target.rows().done(attempt);
      return new Outcome(changed, 0, null);
    } catch (SQLException refusal) {
      requireConstraint(refusal);
      target.rows().undo(attempt);
      if (rows.size() == 1) {
        return new Outcome(0, 0, refusal);
      }
    }
    Outcome outcome = Outcome.NONE;
    for (String row : rows) {
      outcome = outcome.plus(write(copy, names, List.of(row)));
    }
    return outcome;
  }

  private Outcome delete(List<Difference> ofTable) throws SQLException {
    Difference first = ofTable.getFirst();
    Savepoint attempt = target.rows().attempt();
    try {
      target.rows().beginKeys(first.copy.schema());
      List<String> keys = new ArrayList<>();
      for (Difference each : ofTable) {
        source.readKeys(
            each.columns,
            each.selected,
            key -> {
              keys.add(key);
              if (keys.size() == KEYS) {
                target.rows().addKeys(keys);
                keys.clear();
              }
            });
      }
      target.rows().addKeys(keys);
      long deleted = target.rows().deleteOthers(first.copy, first.selected);
      target.rows().done(attempt);
      return new Outcome(0, deleted, null);
    } catch (SQLException refusal) {
      requireConstraint(refusal);
      target.rows().undo(attempt);
      return new Outcome(0, 0, refusal);
    }
  }

  /** Integrity constraint violations are class 23. */
  private static void requireConstraint(SQLException failure) throws SQLException {
    if (failure.getSQLState() == null || !failure.getSQLState().startsWith("23")) {
      throw failure;
    }
  }
}
