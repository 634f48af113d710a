package dev.tradewind.kernel.queue;

import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Queue of work in a table. A waiting row is due from its due time on; a node leases it by a later
 * due time, at which others may lease it again if the node has not finished, postponed or parked
 * it. So work survives a crash, and no two nodes do the same at the same time. A node that has lost
 * its lease changes nothing. The queue has names of columns, not a schema: tables keep what they
 * store besides.
 *
 * @param <T> what is read of a leased row
 */
public final class LeasedQueue<T> {

  private final QueueTable<T> table;
  private final String lease;
  private final String finish;
  private final String postpone;
  private final @Nullable String park;
  private final @Nullable String prune;

  LeasedQueue(QueueTable<T> table) {
    this.table = table;
    String keys = String.join(", ", table.key);
    String attempts = table.attempts;
    this.lease =
        """
        WITH leasable AS MATERIALIZED (
          SELECT %s
          FROM %s
          WHERE %s
            AND %s <= $1%s
          ORDER BY %s
          LIMIT $3
          FOR NO KEY UPDATE SKIP LOCKED
        )
        UPDATE %s
        SET %s = %s%s%s
        WHERE (%s) IN (SELECT %s FROM leasable)
        RETURNING ARRAY[%s]::text[] AS lease_key, %s AS lease_until, %s AS lease_attempts%s
        """
            .formatted(
                keys,
                table.name,
                table.waiting,
                table.due,
                table.leasable(true),
                table.due,
                table.name,
                table.due,
                table.end,
                attempts == null ? "" : ", %s = %s + 1".formatted(attempts, attempts),
                table.leased,
                keys,
                keys,
                keys,
                table.due,
                attempts == null ? "0" : attempts,
                table.columns.isEmpty() ? "" : ", " + table.columns);
    this.finish = leased(table.finished);
    this.postpone = leased(table.due + " = $3");
    this.park = table.parked == null ? null : leased(table.parked);
    this.prune =
        table.pruned == null
            ? null
            : """
            DELETE FROM %s
            WHERE (%s) IN (
              SELECT %s
              FROM %s
              WHERE %s
              LIMIT $2
            )
            """
                .formatted(table.name, keys, keys, table.name, table.pruned);
  }

  /** A change of the leased row, or its deletion. */
  private String leased(@Nullable String change) {
    return """
    %s
    WHERE (%s) = (%s)
      AND %s = $2
      AND %s
    """
        .formatted(
            change == null
                ? "DELETE FROM " + table.name
                : "UPDATE %s\nSET %s".formatted(table.name, change),
            String.join(", ", table.key),
            IntStream.rangeClosed(1, table.key.size())
                .mapToObj("($1::text[])[%s]"::formatted)
                .collect(Collectors.joining(", ")),
            table.due,
            table.waiting);
  }

  /**
   * A queue in a table whose rows are deleted when they are finished.
   *
   * @param name of the queue in metrics and of its work in traces
   * @param key columns of the primary key, which are texts
   */
  public static <T> QueueTable<T> in(String table, String name, List<String> key) {
    return new QueueTable<>(table, name, key);
  }

  QueueTable<T> table() {
    return table;
  }

  /**
   * Leases due rows, those with the earliest due times first.
   *
   * @param arguments of the filter
   */
  public Future<List<Lease<T>>> lease(
      SqlClient db, Instant now, int limit, @Nullable Object... arguments) {
    Tuple values = Tuple.of(Timestamps.utc(now), Timestamps.utc(now.plus(table.duration)), limit);
    for (Object argument : arguments) {
      values.addValue(argument);
    }
    return db.preparedQuery(lease)
        .execute(values)
        .map(rows -> rows.stream().map(this::leased).toList());
  }

  private Lease<T> leased(Row row) {
    return new Lease<>(
        List.of(row.getArrayOfStrings("lease_key")),
        row.getInteger("lease_attempts"),
        row.getOffsetDateTime("lease_until").toInstant(),
        table.reader.apply(row));
  }

  /** Lease of a row that is inserted now, with the end of the lease as its due time. */
  public Lease<T> leaseNew(String id, Instant now, T item) {
    return new Lease<>(List.of(id), 1, now.plus(table.duration), item);
  }

  /**
   * Leases due rows and works on them concurrently, in a trace of the queue; fails if one of them
   * does.
   *
   * @return whether as many rows were due as the limit allows, so that more may be
   */
  public Future<Boolean> workOnDue(
      SqlClient db,
      Clock clock,
      int limit,
      Function<Lease<T>, Future<?>> work,
      @Nullable Object... arguments) {
    return lease(db, clock.instant(), limit, arguments)
        .compose(due -> {
          if (due.isEmpty()) {
            return Future.succeededFuture(false);
          }
          return Tracing.background(table.label, () -> Future.join(due.stream().map(work).toList()))
              .map(due.size() == limit);
        });
  }

  /** The lease as it is after it was postponed by its duration, to go on with the work. */
  public Lease<T> extended(Lease<T> held, Instant now) {
    return new Lease<>(held.key(), held.attempts(), now.plus(table.duration), held.item());
  }

  /** Finishes the work; false if the lease is lost. */
  public Future<Boolean> finish(SqlClient db, Lease<T> leased) {
    return changed(db, finish, leased.parameters());
  }

  /**
   * The statement of {@link #finish}, for one that also records what the work has achieved. It has
   * the {@linkplain Lease#parameters parameters} of the lease.
   */
  public String finishing() {
    return finish;
  }

  /**
   * The statement of {@link #postpone}, for one that also changes other columns or tables. Its
   * third parameter is the time.
   */
  public String postponing(String change) {
    return leased("%s = $3, %s".formatted(table.due, change));
  }

  /** Returns the work until a time; false if the lease is lost. */
  public Future<Boolean> postpone(SqlClient db, Lease<T> leased, Instant until) {
    return changed(db, postpone, leased.parameters().addValue(Timestamps.utc(until)));
  }

  /** Result of a failed attempt. */
  public enum Retry {
    POSTPONED,
    /** The row waits no more: it was the last attempt. */
    PARKED,
    LOST
  }

  /** Returns the work after a failed attempt: until the next one, or for good. */
  public Future<Retry> retry(SqlClient db, Lease<T> leased, Instant now) {
    if (leased.attempts() >= table.maxAttempts) {
      return park(db, leased).map(isParked -> isParked ? Retry.PARKED : Retry.LOST);
    }
    Duration pause = table.backoff.after(Math.max(1, leased.attempts()));
    return postpone(db, leased, now.plus(pause))
        .map(isPostponed -> isPostponed ? Retry.POSTPONED : Retry.LOST);
  }

  /** Gives the work up; false if the lease is lost. */
  public Future<Boolean> park(SqlClient db, Lease<T> leased) {
    return changed(db, Objects.requireNonNull(park), leased.parameters());
  }

  private static Future<Boolean> changed(SqlClient db, String sql, Tuple parameters) {
    return db.preparedQuery(sql).execute(parameters).map(rows -> rows.rowCount() == 1);
  }

  /** Deletes rows of before a time, and returns their number: at most the limit. */
  public Future<Integer> prune(SqlClient db, Instant before, int limit) {
    return db.preparedQuery(Objects.requireNonNull(prune))
        .execute(Tuple.of(Timestamps.utc(before), limit))
        .map(RowSet::rowCount);
  }
}
