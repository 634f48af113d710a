package dev.tradewind.batch.job;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.FetchContext;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Admin operations on batch jobs: create, read, confirm and cancel the own ones. */
public final class BatchJobService {

  private static final ListDefinition LISTING =
      ListDefinition.of(BatchJobResources.VIEW, 10)
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

  private static final Selection SHOWN = BatchJobResources.VIEW.defaults();
  private static final Selection WRITTEN = Selection.of(BatchJobResources.JOB);

  private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

  private final Ids ids = Ids.of("batch");
  private final ResourceWriter writer = new ResourceWriter(BatchJobResources.JOB);
  private final Pool pool;
  private final OperationClient bus;
  private final JobStore store;
  private final int jobsPerUser;
  private final Clock clock;

  /**
   * @param jobsPerUser jobs of one user that have not ended
   */
  public BatchJobService(
      Pool pool, JobStore store, OperationClient bus, int jobsPerUser, Clock clock) {
    this.pool = pool;
    this.bus = bus;
    this.store = store;
    this.jobsPerUser = jobsPerUser;
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
    return reader(request)
        .list(
            LISTING,
            request.query(),
            conditions -> conditions.add("t.created_by = {}", caller(request)))
        .map(page -> page.reply("batch_jobs"));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    JobType type = JobType.of(body.getString("type"));
    request.requirePermitted(type.permission());
    String id = ids.next();
    Instant now = Timestamps.now(clock);
    JsonObject values =
        new JsonObject()
            .put("id", id)
            .put("type", type.label())
            .put("context", type.prepared(body.getJsonObject("context")))
            .put("created_by", caller(request))
            .put("dry_run", body.getBoolean("dry_run", false));
    Event entry =
        (type.isExport() ? AuditAction.EXPORT : AuditAction.IMPORT)
            .on(id)
            .with(
                new JsonObject()
                    .put("type", type.label())
                    .put("dry_run", body.getBoolean("dry_run", false)))
            .event(request.context(), now);
    RowChange write =
        new RowChange(now, values, List.of(event(request, now, "batch.created", id), entry));
    return requirePriceList(request, type, values.getJsonObject("context"))
        .compose(current ->
            pool.withTransaction(db ->
                requireRoom(db, caller(request))
                    .compose(done -> writer.insert(db, WRITTEN, write))
                    .compose(job -> store.enqueue(db, id).map(job))))
        .compose(job -> withCreator(request, job))
        .map(job -> Reply.created("batch_job", job));
  }

  private Future<Void> requireRoom(SqlClient db, String user) {
    return store
        .countOpen(db, user)
        .map(open -> {
          if (open >= jobsPerUser) {
            throw Problem.tooManyRequests(
                "The user has " + open + " batch jobs that have not ended.", RETRY_AFTER);
          }
          return null;
        });
  }

  private Future<Void> requirePriceList(Request request, JobType type, JsonObject context) {
    if (type != JobType.PRICE_LIST_IMPORT) {
      return Future.succeededFuture();
    }
    String id = context.getString("price_list_id");
    return new CatalogClient(bus)
        .findReferences(request.context(), "price_lists", List.of(id), List.of())
        .map(found -> {
          if (found.isEmpty()) {
            throw Problem.notFound("Price list with id: " + id + " was not found");
          }
          return null;
        });
  }

  /** Job of the path; fails with a problem if another user created it. */
  private Future<JsonObject> own(Request request) {
    return find(request, request.path("id"))
        .map(job -> {
          if (!caller(request).equals(job.getString("created_by"))) {
            throw Problem.notAllowed(
                "Cannot access a batch job that does not belong to the logged in user");
          }
          return job;
        });
  }

  private Future<JsonObject> find(Request request, String id) {
    return reader(request)
        .find(SHOWN, id)
        .map(found -> found.orElseThrow(() -> BatchJobResources.notFound(id)));
  }

  /** A job is created and read without its creator while the customer verticle is unavailable. */
  private ResourceReader reader(Request request) {
    return new ResourceReader(
        FetchContext.own(pool).withRemote(bus, request.context()).leavingOutUnavailable());
  }

  /**
   * Job as written, with its creator; not read again, because a worker may have changed it already.
   */
  private Future<JsonObject> withCreator(Request request, JsonObject written) {
    String creator = "created_by_user";
    return find(request, written.getString("id"))
        .map(job -> written.put(creator, job.getValue(creator)));
  }

  /** The creator may have lost the permission since. */
  private Future<Reply> confirm(Request request) {
    return own(request)
        .compose(job -> {
          request.requirePermitted(JobType.of(job.getString("type")).permission());
          return step(
              request,
              "batch.confirmed",
              store::confirm,
              "Cannot confirm processing for a batch job that is not pre processed");
        });
  }

  private Future<Reply> cancel(Request request) {
    return step(request, "batch.canceled", store::cancel, "Cannot cancel completed batch job");
  }

  /** Conditional change by the creator. */
  private interface Step {
    Future<Boolean> take(SqlClient db, String id, String creator, Instant at, List<Event> events);
  }

  private Future<Reply> step(Request request, String eventType, Step step, String refusal) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    List<Event> events = List.of(event(request, now, eventType, id));
    return Transactions.inTransaction(
            pool,
            db ->
                step.take(db, id, caller(request), now, events)
                    .compose(taken -> {
                      if (taken) {
                        return new ResourceReader(db).find(WRITTEN, id);
                      }
                      return Future.succeededFuture(Optional.empty());
                    }))
        .compose(written ->
            written.isPresent()
                ? withCreator(request, written.get())
                : own(request)
                    .map(job -> {
                      throw Problem.notAllowed(refusal);
                    }))
        .map(job -> Reply.ok("batch_job", job));
  }

  private static Event event(Request request, Instant now, String type, String id) {
    return Event.of(
        request.context(), now, Topics.BATCH_JOB, type, id, 1, new JsonObject().put("id", id));
  }

  /** Id of the user; the contract admits no other caller. */
  private static String caller(Request request) {
    return Objects.requireNonNull(request.principal().id());
  }
}
