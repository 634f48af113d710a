package dev.tradewind.kernel.changelog;

import dev.tradewind.kernel.changelog.Changes.Change;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Node-local copy of a change log: the position of the last change of each kind and each id, as of
 * the last statement that asked for changes. Positions count such statements. Used on one event
 * loop.
 */
public final class ChangeLog {

  private static final Logger LOG = LoggerFactory.getLogger(ChangeLog.class);

  /**
   * Ids of a kind with a position of their own; the others have the position of the last id left
   * out.
   */
  private static final int MAX_IDS = 20_000;

  private final SharedStatement<Void, Changes> statement;
  private final Map<String, Positions> kinds = new HashMap<>();
  private final Map<String, ChangeDetails> details = new HashMap<>();
  private final @Nullable String timed;

  private @Nullable String epoch;
  private @Nullable String snapshot;
  private @Nullable String nextTimedChange;
  private Instant now = Instant.MIN;
  private long position;

  /** Position of the last change of everything. */
  private long lastOfAll;

  /** Positions of the changes of one kind. */
  private static final class Positions {

    private final SequencedMap<String, Long> ids = new LinkedHashMap<>();

    /** Position of the last change, with an id or without. */
    private long last;

    /** Position of the last change without an id, or of one with an id left out. */
    private long lastOfAll;

    void apply(long position, @Nullable String id) {
      last = position;
      if (id == null) {
        lastOfAll = position;
        return;
      }
      ids.remove(id);
      ids.put(id, position);
      if (ids.size() > MAX_IDS) {
        Iterator<Long> eldest = ids.values().iterator();
        lastOfAll = Math.max(lastOfAll, eldest.next());
        eldest.remove();
      }
    }

    boolean isUnchangedSince(long at, Set<String> some) {
      if (lastOfAll > at) {
        return false;
      }
      // Most often nothing of the kind has changed since.
      return last <= at || some.stream().allMatch(id -> ids.getOrDefault(id, 0L) <= at);
    }

    /** Adds the ids with later changes; false if they are more than that many or not all known. */
    boolean addChangedSince(long at, int most, Set<String> changed) {
      if (lastOfAll > at) {
        return false;
      }
      for (Map.Entry<String, Long> id : ids.sequencedEntrySet().reversed()) {
        if (id.getValue() <= at) {
          break;
        }
        changed.add(id.getKey());
        if (changed.size() > most) {
          return false;
        }
      }
      return true;
    }

    void forget() {
      ids.clear();
    }
  }

  /** A log whose reader asks by a statement of its own, and applies what it finds. */
  public ChangeLog(LoggedKinds known) {
    this(known, since -> Future.failedFuture("The changes are read by another statement"));
  }

  /**
   * @param question finds the changes since a snapshot
   */
  public ChangeLog(LoggedKinds known, Function<@Nullable String, Future<Changes>> question) {
    known.labels().forEach(label -> kinds.put(label, new Positions()));
    this.timed = known.timed();
    this.statement = new SharedStatement<>(nothing -> question.apply(snapshot), this::apply);
  }

  /** The log of the schema of the pool. */
  public static ChangeLog of(SqlClient db, LoggedKinds known) {
    return new ChangeLog(known, new ChangeLogStore(db, known.nextTimedChange())::find);
  }

  /** Question for the changes since a snapshot in the log of the schema of the pool. */
  public static Function<@Nullable String, Future<Changes>> question(
      SqlClient db, LoggedKinds known) {
    return new ChangeLogStore(db, known.nextTimedChange())::find;
  }

  /** The log that another schema publishes to the schema of the pool. */
  public static ChangeLog published(SqlClient db, String schema, LoggedKinds known) {
    return new ChangeLog(known, since -> ChangeLogStore.findPublished(db, schema, since));
  }

  /** Waits for the log as of now; without an answer, everything is taken for changed. */
  public Future<Void> read() {
    return statement
        .run()
        .<Void>mapEmpty()
        .otherwise(failure -> {
          LOG.debug("Failed to read a change log", failure);
          forget();
          return null;
        });
  }

  /**
   * Position of a statement that starts after this call; all changes that were committed before the
   * call are at that position or before it.
   */
  public Future<Long> current() {
    return statement.run().map(found -> position);
  }

  /** Position of the last statement. */
  public long position() {
    return position;
  }

  /** Snapshot of the last answer; absent before the first. */
  public @Nullable String snapshot() {
    return snapshot;
  }

  /** Takes over the changes since the snapshot, and returns their position. */
  public long apply(Changes found) {
    boolean hasTimeChanged = !Objects.equals(found.nextTimedChange(), nextTimedChange);
    if (!found.isComplete() || !found.epoch().equals(epoch)) {
      forget();
    } else if (!found.changes().isEmpty() || hasTimeChanged) {
      position++;
      found.changes().forEach(this::apply);
      if (hasTimeChanged && timed != null) {
        apply(new Change(timed, null));
      }
    }
    epoch = found.epoch();
    snapshot = found.snapshot();
    nextTimedChange = found.nextTimedChange();
    now = found.now();
    return position;
  }

  /**
   * Hands the details of a kind to the reader from now on; without one they are ignored.
   *
   * @param kind whose changes all have a detail
   */
  public void onDetails(ChangeKind kind, ChangeDetails reader) {
    details.put(kind.label(), reader);
  }

  private void apply(Change change) {
    Positions kind = kinds.get(change.kind());
    if (kind == null || !isApplied(change)) {
      lastOfAll = position;
    } else {
      kind.apply(position, change.id());
    }
  }

  private boolean isApplied(Change change) {
    ChangeDetails reader = details.get(change.kind());
    String detail = change.detail();
    return reader == null || (detail != null && reader.apply(position, detail));
  }

  /**
   * Takes everything for changed, because the log could not be read. The next question asks for no
   * changes, which may have been too many for an answer in time.
   */
  public void forget() {
    position++;
    lastOfAll = position;
    snapshot = null;
    kinds.values().forEach(Positions::forget);
    details.values().forEach(ChangeDetails::forget);
  }

  /** Whether none of this has changed after the position. */
  public boolean isUnchangedSince(long at, Dependencies dependencies) {
    Instant until = dependencies.until();
    if (lastOfAll > at || (until != null && !now.isBefore(until))) {
      return false;
    }
    for (String kind : dependencies.kinds()) {
      if (positions(kind).last > at) {
        return false;
      }
    }
    for (Map.Entry<String, Set<String>> some : dependencies.ids().entrySet()) {
      if (!positions(some.getKey()).isUnchangedSince(at, some.getValue())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Ids of the rows of some kinds that have changed after the position.
   *
   * @param most number of ids
   * @return absent if they are more, or not all are known
   */
  public Optional<Set<String>> changedSince(long at, int most, ChangeKind... some) {
    Set<String> changed = new HashSet<>();
    boolean areKnown =
        lastOfAll <= at
            && Arrays.stream(some)
                .allMatch(kind -> positions(kind.label()).addChangedSince(at, most, changed));
    return areKnown ? Optional.of(changed) : Optional.empty();
  }

  private Positions positions(String kind) {
    return Objects.requireNonNull(kinds.get(kind), kind);
  }
}
