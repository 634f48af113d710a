package dev.tradewind.medusa.there;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.check.SourceCheck;
import dev.tradewind.medusa.check.UnreadColumns;
import dev.tradewind.medusa.copy.OwnColumns;
import dev.tradewind.medusa.copy.TableCopy;
import dev.tradewind.medusa.source.CopyColumns;
import dev.tradewind.medusa.source.MedusaShop;
import dev.tradewind.medusa.target.BatchPipeline;
import dev.tradewind.medusa.target.CopyProgress;
import dev.tradewind.medusa.target.NewShop;
import dev.tradewind.medusa.target.RowBatch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Move of a whole shop from the database of a Medusa v1 shop into a new Tradewind. Rows are read in
 * pages by their keys, from one snapshot of the source, and inserted in batches; no business logic
 * runs, no event is published and no provider is called.
 *
 * <p>A move that was interrupted goes on after the last committed batch, with a new snapshot: what
 * the source has changed in between in rows that were copied before is not copied again. So the
 * source must not change from the beginning to the end; the verification at the end finds a change,
 * and {@code Follow} corrects the copy.
 */
public final class MoveIn {

  private final MedusaShop source;
  private final NewShop target;
  private final Listener listener;
  private final List<TableCopy> settings;
  private final List<TableCopy> besideSettings;

  /** Listener to the progress of a move. */
  @FunctionalInterface
  public interface Listener {

    /**
     * @param copy what is copied at the moment
     * @param rows rows that were copied
     * @param expected estimated number of all rows
     */
    void copied(String copy, long rows, long expected);
  }

  public MoveIn(MedusaShop source, NewShop target, Listener listener) throws SQLException {
    source.place(target.state().ownColumns());
    this.source = source;
    this.target = target;
    this.listener = listener;
    this.settings = present(TableCopy.settings());
    this.besideSettings = present(TableCopy.besideSettings());
  }

  private List<TableCopy> present(List<TableCopy> copies) {
    return copies.stream().filter(source::isPresent).toList();
  }

  /**
   * Records the places of the columns of the shop's own, for this move and all following.
   *
   * @throws MoveInException if a move has begun with others
   */
  public static void place(DatabaseConfig to, OwnColumns columns) {
    try (NewShop target = NewShop.open(to)) {
      target.state().place(columns);
    } catch (SQLException failure) {
      throw new MoveInException(
          "Recording the places of columns failed: " + failure.getMessage(), failure);
    }
  }

  /**
   * Moves the shop, or goes on with a move that was interrupted, and verifies the result.
   *
   * @param to migrated database without a shop
   * @throws MoveInException with a sentence for the operator
   */
  public static MoveReport run(DatabaseConfig from, DatabaseConfig to, Listener listener) {
    long start = System.nanoTime();
    try (MedusaShop source = MedusaShop.open(from);
        NewShop target = NewShop.open(to)) {
      MoveIn move = new MoveIn(source, target, listener);
      long rows = move.copyAll(false);
      Duration copying = Duration.ofNanos(System.nanoTime() - start);
      List<MoveReport.Comparison> comparisons =
          new Verification(source, target).compare(move.all());
      MoveReport report =
          new MoveReport(
              rows,
              copying,
              comparisons,
              target.amounts().recorded(move.all()),
              SourceCheck.corrections(source),
              UnreadColumns.of(source, target, move.all()),
              null,
              false);
      if (report.isVerified()) {
        target.expectPayments();
        target.state().markComplete();
      }
      return report;
    } catch (SQLException failure) {
      throw new MoveInException("The move failed: " + failure.getMessage(), failure);
    }
  }

  public List<TableCopy> all() {
    List<TableCopy> all = new ArrayList<>(settings);
    all.addAll(besideSettings);
    return all;
  }

  /**
   * Copies everything that is not copied yet.
   *
   * @param isFollowed whether the source goes on taking the writes
   * @return number of rows that were copied
   */
  public long copyAll(boolean isFollowed) throws SQLException {
    long expected = expectedRows();
    String shop = source.shop();
    long copied = 0;
    if (target.state().isBegun()) {
      target.state().requireUnfinished(shop);
    } else {
      target.requireEmpty(all());
      target.begin(shop);
      for (TableCopy copy : settings) {
        copied += copy(copy, null, copied, expected, false);
      }
      target.commit();
    }
    Map<String, CopyProgress.Progress> progress = target.progress().recorded();
    for (TableCopy copy : besideSettings) {
      CopyProgress.Progress before = progress.get(copy.name());
      if (before == null || !before.isComplete()) {
        copied += copy(copy, before == null ? null : before.position(), copied, expected, true);
      }
    }
    numberOn();
    target.analyze(all());
    target.state().markCopied(isFollowed);
    return copied;
  }

  /** Sets the numbers of orders and drafts on. */
  public void numberOn() throws SQLException {
    target.numberOn(
        last("order", "order_display_id_seq"),
        source.schema().has("draft_order") ? last("draft_order", "draft_order_display_id_seq") : 0);
  }

  /** Highest number that was given: the sequence is ahead of rows that do not exist any more. */
  private long last(String table, String sequence) throws SQLException {
    String sql =
        """
        SELECT greatest(
          (SELECT coalesce(max(display_id), 0) FROM "%1$s"),
          (SELECT coalesce(max(last_value), 0) FROM pg_sequences
            WHERE schemaname = 'public' AND sequencename = '%2$s'))
        """
            .formatted(table, sequence);
    return Long.parseLong(Objects.requireNonNull(source.query(sql).getFirst().getFirst()));
  }

  private long expectedRows() throws SQLException {
    long expected = 0;
    for (TableCopy copy : all()) {
      String table = "public.%s".formatted(Sql.identifier(copy.source()));
      long estimate =
          number("SELECT reltuples::bigint FROM pg_class WHERE oid = '%s'::regclass", table);
      expected += estimate >= 0 ? estimate : number("SELECT count(*) FROM %s", table);
    }
    return expected;
  }

  private long number(String sql, String table) throws SQLException {
    return Long.parseLong(
        Objects.requireNonNull(source.query(sql.formatted(table)).getFirst().getFirst()));
  }

  private long copy(
      TableCopy copy, @Nullable List<String> after, long before, long expected, boolean commits)
      throws SQLException {
    long written = write(columns(copy), after, before, expected, commits);
    target.progress().record(copy, null, 0, true);
    if (commits) {
      target.commit();
    }
    return written;
  }

  private long write(
      CopyColumns columns,
      @Nullable List<String> after,
      long before,
      long expected,
      boolean commits)
      throws SQLException {
    TableCopy copy = columns.copy();
    try (BatchPipeline pipeline = new BatchPipeline()) {
      RowBatch batch =
          new RowBatch(
              columns,
              target,
              full ->
                  pipeline.begin(written -> {
                    insert(copy, full.names(), full.rows());
                    target.amounts().record(copy, full.ids(), full.differences());
                    target.progress().record(copy, full.last(), full.rows().size(), false);
                    if (commits) {
                      target.commit();
                    }
                    listener.copied(copy.name(), before + written + full.rows().size(), expected);
                    return full.rows().size();
                  }));
      source.readAll(columns, after, null, batch::add);
      batch.flush();
      return pipeline.await();
    }
  }

  private CopyColumns columns(TableCopy copy) throws SQLException {
    return source.columns(copy, target.rows().columnsOf(copy.target()));
  }

  private void insert(TableCopy copy, Set<String> names, List<String> rows) throws SQLException {
    try {
      target.rows().write(copy, names, rows);
    } catch (SQLException failure) {
      throw new MoveInException(
          "Copying %s to %s failed: %s"
              .formatted(copy.source(), copy.target(), failure.getMessage()),
          failure);
    }
  }
}
