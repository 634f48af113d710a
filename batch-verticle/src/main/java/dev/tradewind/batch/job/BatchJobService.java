package dev.tradewind.batch.job;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.ResourceWriter;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.Write;
import dev.tradewind.model.customer.CustomerClient;
import dev.tradewind.model.event.Topics;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Lets staff create jobs, watch their own, confirm and cancel them. */
public final class BatchJobService {

  private final Ids ids = Ids.of("batch");
  private final Pool pool;
  private final JobStore store;
  private final ResourceReader reader;
  private final ResourceWriter writer;
  private final Listing listing;
  private final Selection shown;
  private final Clock clock;

  public BatchJobService(Pool pool, JobStore store, CustomerClient customers, Clock clock) {
    BatchJobs jobs = new BatchJobs(customers, clock);
    this.pool = pool;
    this.store = store;
    this.reader = new ResourceReader(pool);
    this.writer = new ResourceWriter(jobs.resource());
    this.shown = jobs.view().defaults();
    this.listing =
        Listing.of(jobs.view(), 10)
            .filter(
                "id",
                "type",
                "confirmed_at",
                "pre_processed_at",
                "completed_at",
                "failed_at",
                "canceled_at",
                "created_at",
                "updated_at")
            .build();
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListBatchJobs", this::list)
        .on("adminCreateBatchJob", this::create)
        .on("adminGetBatchJob", request -> own(request).map(job -> Reply.ok("batch_job", job)))
        .on("adminConfirmBatchJob", this::confirm)
        .on("adminCancelBatchJob", this::cancel);
  }

  private Future<Reply> list(Request request) {
    return reader
        .list(
            listing,
            request.query(),
            conditions -> conditions.add("t.created_by = {}", caller(request)))
        .map(page -> Reply.ok(page.toJson("batch_jobs")));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    JobType type = JobType.of(body.getString("type"));
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject values =
        new JsonObject()
            .put("id", id)
            .put("type", type.label())
            .put("context", type.prepared(body.getJsonObject("context")))
            .put("created_by", caller(request))
            .put("dry_run", body.getBoolean("dry_run", false));
    Write write = new Write(now, values, List.of(event(request, now, "batch.created", id)));
    return pool.withTransaction(db ->
            writer.insert(db, shown, write).compose(job -> store.enqueue(db, id).map(job)))
        .map(job -> Reply.created("batch_job", job));
  }

  /** The job of the path; who did not create it hears that, and nothing of it. */
  private Future<JsonObject> own(Request request) {
    String id = request.path("id");
    return reader
        .find(shown, id)
        .map(found -> found.orElseThrow(() -> BatchJobs.notFound(id)))
        .map(job -> {
          if (!caller(request).equals(job.getString("created_by"))) {
            throw new Problem.NotAllowed(
                    "Cannot access a batch job that does not belong to the logged in user")
                .toException();
          }
          return job;
        });
  }

  private Future<Reply> confirm(Request request) {
    return step(
        request,
        "batch.confirmed",
        store::confirm,
        "Cannot confirm processing for a batch job that is not pre processed");
  }

  private Future<Reply> cancel(Request request) {
    return step(
        request, "batch.canceled", store::cancel, "Cannot cancel completed batch job");
  }

  /** A conditional change by its creator. */
  private interface Step {
    Future<Boolean> take(
        SqlClient db, String id, String creator, Instant at, List<Event> events);
  }

  private Future<Reply> step(Request request, String eventType, Step step, String refusal) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    List<Event> events = List.of(event(request, now, eventType, id));
    return Transactions.inTransaction(
            pool, db -> step.take(db, id, caller(request), now, events))
        .compose(taken ->
            own(request)
                .map(job -> {
                  if (!taken) {
                    throw new Problem.NotAllowed(refusal).toException();
                  }
                  return Reply.ok("batch_job", job);
                }));
  }

  private static Event event(Request request, Instant now, String type, String id) {
    return Event.of(
        request.context(), now, Topics.BATCH_JOB, type, id, 1, new JsonObject().put("id", id));
  }

  /** The contract lets only users in. */
  private static String caller(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }
}
