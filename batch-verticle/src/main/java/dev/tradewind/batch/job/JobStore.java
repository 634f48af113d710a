package dev.tradewind.batch.job;

import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Store of batch jobs and their state transitions. Transitions by staff depend on the status alone,
 * changes by a worker on its lease too. Each one is a conditional statement that appends its
 * events.
 */
public final class JobStore {

  /** Outcome of a worker's write. */
  enum Outcome {
    DONE,
    /** Job canceled by its creator. */
    CANCELED,
    /** Lease lost to another worker. */
    LOST
  }

  /**
   * Progress of a job.
   *
   * @param checkpoint state to resume from
   */
  record Progress(JsonObject context, JsonObject result, @Nullable JsonObject checkpoint) {}

  private static final String LEASE_END = "now() + interval '4 seconds'";

  /** Creations of jobs of one user wait for each other, so that none exceeds the limit. */
  /** Unfinished jobs have work; ended ones are kept for days, so that only the last are counted. */
  public static final List<DatabaseFact> FACTS =
      List.of(
          new DatabaseFact(
              "tradewind.batch.jobs",
              "Batch jobs that have not ended, by state",
              null,
              "state",
              """
              SELECT state, count(batch_job.id)
              FROM job_work
              JOIN batch_job ON batch_job.id = job_work.job_id
              RIGHT JOIN unnest(ARRAY['created', 'pre_processed', 'confirmed', 'processing'])
                AS state ON state = batch_job.status
              GROUP BY state
              """),
          new DatabaseFact(
              "tradewind.batch.jobs.ended",
              "Batch jobs that ended within the last hour, by state",
              null,
              "state",
              """
              SELECT state, count(batch_job.id)
              FROM unnest(ARRAY['completed', 'canceled', 'failed']) AS state
              LEFT JOIN batch_job
                ON batch_job.status = state
                  AND batch_job.updated_at > now() - interval '1 hour'
              GROUP BY state
              """));

  private static final String LOCK_USER =
      "SELECT pg_advisory_xact_lock(hashtextextended('jobs of ' || $1, 0))";

  private static final String COUNT_OPEN =
      """
      SELECT count(*)
      FROM job_work
      JOIN batch_job AS job ON job.id = job_work.job_id
      WHERE job.created_by = $1
      """;

  private static final String ENQUEUE = "INSERT INTO job_work (job_id) VALUES ($1)";

  private static final String CONFIRM =
      byCreator(
          "confirmed_at = $3", BatchJobStatus.isAnyOf(BatchJobStatus.CONFIRMED.predecessors()));

  /** Idempotent; a failed job can be canceled, but keeps its status. */
  private static final String CANCEL =
      byCreator(
          "canceled_at = coalesce(t.canceled_at, $3)",
          BatchJobStatus.isAnyOf(EnumSet.complementOf(EnumSet.of(BatchJobStatus.COMPLETED))));

  /**
   * Separate statement: sees a job that started to wait while the first statement waited for its
   * lock.
   */
  private static final String WAKE =
      """
      UPDATE job_work
      SET expires_at = '-infinity'
      WHERE job_id = $1 AND expires_at = 'infinity'
      """;

  private static final String CLAIM =
      """
      WITH next AS (
        SELECT job_id
        FROM job_work
        WHERE expires_at < now()
        ORDER BY job_id
        LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      UPDATE job_work AS work
      SET holder = $1, epoch = epoch + 1, attempts = attempts + 1, expires_at = %s
      FROM next
      JOIN batch_job AS job ON job.id = next.job_id
      WHERE work.job_id = next.job_id
      RETURNING work.job_id, work.epoch, work.attempts, work.last_error, work.checkpoint,
        job.type, job.status,
        job.dry_run, job.context, job.result,
        extract(epoch FROM now() - job.updated_at)::bigint AS idle_seconds
      """
          .formatted(LEASE_END);

  /** A job that waits for its confirmation goes on waiting. */
  private static final String RENEW =
      """
      UPDATE job_work
      SET expires_at = CASE WHEN expires_at = 'infinity' THEN expires_at ELSE %s END
      WHERE job_id = $1 AND epoch = $2
      RETURNING (SELECT canceled_at IS NOT NULL FROM batch_job WHERE id = job_id) AS is_canceled
      """
          .formatted(LEASE_END);

  private static final String GIVE_BACK =
      """
      UPDATE job_work
      SET holder = NULL,
        expires_at = CASE WHEN expires_at = 'infinity' THEN expires_at
          ELSE now() + $3 * interval '1 millisecond' END,
        attempts = greatest(attempts - $4, 0), last_error = coalesce($5, last_error)
      WHERE job_id = $1 AND epoch = $2
      """;

  private static final String END = "DELETE FROM job_work WHERE job_id = $1 AND epoch = $2";

  /** Statuses in which a worker may repeat its step after a takeover. */
  private static final String RUNS = BatchJobStatus.isAnyOf(BatchJobStatus.FAILED.predecessors());

  /** Saves the progress of a canceled job too, to show how far it came. */
  private static final String SAVE = underLease(LEASE_END, "", "true");

  private static final String PRE_PROCESSED =
      underLease(
          "CASE WHEN (SELECT dry_run FROM batch_job WHERE id = $1) THEN 'infinity' ELSE %s END"
              .formatted(LEASE_END),
          "pre_processed_at = $4, confirmed_at = CASE WHEN NOT t.dry_run THEN $4 END, ",
          RUNS);

  private static final String PROCESSING =
      underLease(LEASE_END, "processing_at = coalesce(t.processing_at, $4), ", RUNS);

  private static final String COMPLETED = underLease(LEASE_END, "completed_at = $4, ", RUNS);
  private static final String FAILED = underLease(LEASE_END, "failed_at = $4, ", RUNS);

  private final Pool pool;

  public JobStore(Pool pool) {
    this.pool = pool;
  }

  private static String byCreator(String assignments, String condition) {
    return """
    WITH changed AS (
      UPDATE batch_job AS t
      SET %s, updated_at = $3, version = t.version + 1
      WHERE t.id = $1 AND t.created_by = $2 AND t.deleted_at IS NULL AND (%s)
      RETURNING t.version
    ),
    told AS (
      %s
    )
    SELECT FROM changed
    """
        .formatted(assignments, condition, Outbox.insertAtVersionOf("$4", "changed"));
  }

  private static String underLease(String expiry, String assignments, String condition) {
    return """
    WITH held AS (
      UPDATE job_work
      SET checkpoint = $7, attempts = 0, last_error = NULL, expires_at = %s
      WHERE job_id = $1 AND epoch = $2
      RETURNING job_id
    ),
    changed AS (
      UPDATE batch_job AS t
      SET %scontext = $5, result = $6, updated_at = $4, version = t.version + 1
      FROM held
      WHERE t.id = held.job_id AND %s
      RETURNING t.version, t.canceled_at IS NOT NULL AS is_canceled
    ),
    told AS (
      %s
    )
    SELECT coalesce((SELECT is_canceled FROM changed), true) AS is_canceled
    FROM held
    """
        .formatted(expiry, assignments, condition, Outbox.insertAtVersionOf("$3", "changed"));
  }

  /** Number of jobs of the user that have not ended; no other is created until the commit. */
  Future<Long> countOpen(SqlClient db, String user) {
    return db.preparedQuery(LOCK_USER)
        .execute(Tuple.of(user))
        .compose(locked -> db.preparedQuery(COUNT_OPEN).execute(Tuple.of(user)))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  Future<Void> enqueue(SqlClient db, String jobId) {
    return db.preparedQuery(ENQUEUE).execute(Tuple.of(jobId)).mapEmpty();
  }

  /** Confirms the job; false unless it is the creator's and awaits confirmation. */
  Future<Boolean> confirm(
      SqlClient db, String jobId, String creator, Instant at, List<Event> events) {
    return change(db, CONFIRM, jobId, creator, at, events);
  }

  /** Cancels the job; false unless it is the creator's and not completed. */
  Future<Boolean> cancel(
      SqlClient db, String jobId, String creator, Instant at, List<Event> events) {
    return change(db, CANCEL, jobId, creator, at, events);
  }

  private static Future<Boolean> change(
      SqlClient db, String step, String jobId, String creator, Instant at, List<Event> events) {
    return db.preparedQuery(step)
        .execute(Tuple.of(jobId, creator, Timestamps.utc(at), Outbox.rows(events)))
        .compose(changed -> {
          if (changed.size() == 0) {
            return Future.succeededFuture(false);
          }
          return db.preparedQuery(WAKE).execute(Tuple.of(jobId)).map(true);
        });
  }

  /** Claims a job without a valid lease. */
  Future<Optional<ClaimedJob>> claim(String holder) {
    return pool.preparedQuery(CLAIM)
        .execute(Tuple.of(holder))
        .map(rows -> rows.stream().map(ClaimedJob::of).findFirst());
  }

  /** Renews the lease. */
  Future<Outcome> renew(Lease lease) {
    return pool.preparedQuery(RENEW)
        .execute(Tuple.of(lease.jobId(), lease.epoch()))
        .map(JobStore::outcome);
  }

  /**
   * Releases the lease; the job can be claimed again after a pause.
   *
   * @param isAttempt whether it counts as a failed attempt
   * @param error of the attempt; null if it did not fail
   */
  Future<Void> release(Lease lease, Duration pause, boolean isAttempt, @Nullable String error) {
    return pool.preparedQuery(GIVE_BACK)
        .execute(Tuple.of(lease.jobId(), lease.epoch(), pause.toMillis(), isAttempt ? 0 : 1, error))
        .mapEmpty();
  }

  /** Ends the work on the job. */
  Future<Void> end(Lease lease) {
    return pool.preparedQuery(END).execute(Tuple.of(lease.jobId(), lease.epoch())).mapEmpty();
  }

  Future<Outcome> save(Lease lease, Progress progress, Instant at, List<Event> events) {
    return write(SAVE, lease, progress, at, events);
  }

  /** Records the end of pre-processing; confirms the job too, unless it is a dry run. */
  Future<Outcome> preProcessed(Lease lease, Progress progress, Instant at, List<Event> events) {
    return write(PRE_PROCESSED, lease, progress, at, events);
  }

  Future<Outcome> processing(Lease lease, Progress progress, Instant at, List<Event> events) {
    return write(PROCESSING, lease, progress, at, events);
  }

  Future<Outcome> completed(Lease lease, Progress progress, Instant at, List<Event> events) {
    return write(COMPLETED, lease, progress, at, events);
  }

  Future<Outcome> failed(Lease lease, Progress progress, Instant at, List<Event> events) {
    return write(FAILED, lease, progress, at, events);
  }

  private Future<Outcome> write(
      String statement, Lease lease, Progress progress, Instant at, List<Event> events) {
    return pool.preparedQuery(statement)
        .execute(
            Tuple.of(
                lease.jobId(),
                lease.epoch(),
                Outbox.rows(events),
                Timestamps.utc(at),
                progress.context(),
                progress.result(),
                progress.checkpoint()))
        .map(JobStore::outcome);
  }

  private static Outcome outcome(Iterable<Row> rows) {
    for (Row row : rows) {
      return row.getBoolean("is_canceled") ? Outcome.CANCELED : Outcome.DONE;
    }
    return Outcome.LOST;
  }
}
