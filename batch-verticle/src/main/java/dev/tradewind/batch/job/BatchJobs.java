package dev.tradewind.batch.job;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.Reach;
import dev.tradewind.kernel.resource.Related;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.model.customer.CustomerClient;
import dev.tradewind.model.customer.CustomerColumns;
import io.vertx.core.Future;
import java.util.List;

/** Describes batch jobs; the user who created one is shown with it. */
final class BatchJobs {

  /** Users live with the customers; the table of that name is not this schema's. */
  private static final Resource USER =
      Resource.table("\"user\"").columns(CustomerColumns.USER).build();

  static final Resource JOB =
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
              Relation.remote(
                  "created_by_user", () -> USER, "created_by", false, BatchJobs::creators))
          .build();

  static final View VIEW = View.of(JOB, "created_by_user");

  private BatchJobs() {}

  private static Future<List<Related>> creators(
      Reach reach, Selection selection, List<String> ids) {
    return new CustomerClient(reach.bus())
        .findReferences(
            reach.context(),
            "users",
            ids,
            selection.readColumns().stream().map(Column::name).toList())
        .map(users ->
            users.stream()
                .map(user -> new Related(user.getString("id"), selection.of(user)))
                .toList());
  }

  static ProblemException notFound(String id) {
    return new Problem.NotFound("Batch job with id " + id + " was not found").toException();
  }
}
