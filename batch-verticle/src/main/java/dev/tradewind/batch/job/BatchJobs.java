package dev.tradewind.batch.job;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.Related;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Describes batch jobs; the user who created one is shown with it. */
final class BatchJobs {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Users live with the customers; the table of that name is not this schema's. */
  private static final Resource USER =
      Resource.table("\"user\"")
          .softDeletedBase()
          .text("role", "email", "first_name", "last_name", "api_token")
          .json("metadata")
          .build();

  private final CustomerClient customers;
  private final Clock clock;
  private final Resource resource =
      Resource.table("batch_job")
          .softDeletedBase()
          .text("type", "status", "created_by")
          .json("context", "result")
          .booleans("dry_run")
          .timestamps(
              "pre_processed_at",
              "processing_at",
              "confirmed_at",
              "completed_at",
              "canceled_at",
              "failed_at")
          .relation(
              new Relation(
                  "created_by_user",
                  () -> USER,
                  "created_by",
                  false,
                  (db, selection, ids) -> creators(selection, ids)))
          .build();

  BatchJobs(CustomerClient customers, Clock clock) {
    this.customers = customers;
    this.clock = clock;
  }

  Resource resource() {
    return resource;
  }

  View view() {
    return View.of(resource, "created_by_user");
  }

  private Future<List<Related>> creators(Selection selection, List<String> ids) {
    return customers
        .findUsers(CallContext.system(clock, PATIENCE), ids)
        .map(users ->
            users.stream()
                .map(user -> new Related(user.getString("id"), shown(selection, user)))
                .toList());
  }

  private static JsonObject shown(Selection selection, JsonObject user) {
    JsonObject shown = new JsonObject();
    selection
        .readColumns()
        .forEach(column -> shown.put(column.name(), user.getValue(column.name())));
    return shown;
  }

  static ProblemException notFound(String id) {
    return new Problem.NotFound("Batch job with id " + id + " was not found").toException();
  }
}
