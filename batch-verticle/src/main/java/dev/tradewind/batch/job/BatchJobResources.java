package dev.tradewind.batch.job;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.customer.UserReferences;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Relation;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;

/** Resource descriptors of batch jobs and of the users who created them. */
final class BatchJobResources {

  /** Users belong to the customer verticle; this schema has no such table. */
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
                  "created_by_user", () -> USER, "created_by", false, UserReferences::fetch))
          .build();

  static final View VIEW = View.of(JOB, "created_by_user");

  private BatchJobResources() {}

  static Problem notFound(String id) {
    return Problem.notFound("Batch job with id " + id + " was not found");
  }
}
