package dev.tradewind.kernel.queue;

import dev.tradewind.kernel.retry.Backoff;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names and conditions of the table of a {@link LeasedQueue}.
 *
 * @param <T> what is read of a leased row
 */
public final class QueueTable<T> {

  final String name;
  final String label;
  final List<String> key;
  String due = "due_at";
  String waiting = "true";
  String end = "$2";
  String leased = "";
  String columns = "";
  Function<Row, @Nullable T> reader = row -> null;
  Duration duration = Duration.ofMinutes(1);
  Backoff backoff = new Backoff(Duration.ofSeconds(5), Duration.ofHours(1));
  int maxAttempts = Integer.MAX_VALUE;
  int maxLeases = Integer.MAX_VALUE;
  @Nullable String attempts;
  @Nullable String filter;
  @Nullable String finished;
  @Nullable String parked;
  @Nullable String isParked;
  String measured = "true";
  @Nullable String pruned;

  QueueTable(String name, String label, List<String> key) {
    this.name = name;
    this.label = label;
    this.key = key;
  }

  /**
   * @param column with the due time
   */
  public QueueTable<T> due(String column) {
    this.due = column;
    return this;
  }

  /**
   * @param condition of rows that are neither finished nor parked
   */
  public QueueTable<T> waiting(String condition) {
    this.waiting = condition;
    return this;
  }

  /**
   * @param condition of rows that a node can work on, with arguments of the lease from $4 on
   */
  public QueueTable<T> filter(String condition) {
    this.filter = condition;
    return this;
  }

  /**
   * @param columns read of a leased row
   */
  public QueueTable<T> reading(String columns, Function<Row, T> reader) {
    this.columns = columns;
    this.reader = reader::apply;
    return this;
  }

  /**
   * @param duration longer than an attempt takes
   */
  public QueueTable<T> leasedFor(Duration duration) {
    this.duration = duration;
    return this;
  }

  /**
   * @param interval by which a lease is longer, as an expression of the row
   */
  public QueueTable<T> longerBy(String interval) {
    this.end = "$2 + " + interval;
    return this;
  }

  /**
   * @param change of columns by a lease, with arguments of the lease from $4 on
   */
  public QueueTable<T> leasedBy(String change) {
    this.leased = ", " + change;
    return this;
  }

  /**
   * @param column that counts the attempts
   */
  public QueueTable<T> attempts(String column) {
    this.attempts = column;
    return this;
  }

  /**
   * @param backoff until the attempt after a failed one
   */
  public QueueTable<T> backoff(Backoff backoff) {
    this.backoff = backoff;
    return this;
  }

  /**
   * Parks a row after an attempt that fails as the last one.
   *
   * @param change of its columns
   * @param condition of parked rows, which nothing but the gauges reads
   */
  public QueueTable<T> parkedAfter(int attempts, String change, String condition) {
    this.maxAttempts = attempts;
    this.parked = change;
    this.isParked = condition;
    return this;
  }

  /**
   * Leaves a row as parked that was leased so often without an end: its work may have ended the
   * nodes.
   */
  public QueueTable<T> leasedAtMost(int times) {
    this.maxLeases = times;
    this.isParked = "%s >= %s".formatted(attempts, times);
    return this;
  }

  /**
   * @param condition of waiting rows that wait for a node; the gauges leave the others out
   */
  public QueueTable<T> measured(String condition) {
    this.measured = condition;
    return this;
  }

  /**
   * Keeps a finished row.
   *
   * @param change of its columns, by which it does not wait any more
   */
  public QueueTable<T> finishedBy(String change) {
    this.finished = change;
    return this;
  }

  /**
   * @param condition of rows that are deleted, with the time in $1
   */
  public QueueTable<T> pruned(String condition) {
    this.pruned = condition;
    return this;
  }

  /** Conditions of a lease beside the due time. */
  String leasable(boolean isFiltered) {
    StringBuilder conditions = new StringBuilder();
    if (maxLeases < Integer.MAX_VALUE) {
      conditions.append("\n    AND %s < %s".formatted(attempts, maxLeases));
    }
    if (isFiltered && filter != null) {
      conditions.append("\n    AND ").append(filter);
    }
    return conditions.toString();
  }

  /** Condition of rows that wait for a node. */
  String isWaiting() {
    return "%s AND %s%s".formatted(waiting, measured, leasable(false));
  }

  public LeasedQueue<T> build() {
    return new LeasedQueue<>(this);
  }
}
