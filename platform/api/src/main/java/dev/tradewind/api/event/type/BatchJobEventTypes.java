package dev.tradewind.api.event.type;

import dev.tradewind.api.event.Topics;
import java.util.List;

/** Event types of batch jobs. */
final class BatchJobEventTypes {

  static final List<EventType> ALL =
      List.of(
          EventType.of(
              Topics.BATCH_JOB, "batch.created", "A batch job was created.", PayloadSchema.ID),
          EventType.of(
              Topics.BATCH_JOB,
              "batch.updated",
              "The context or result of a batch job changed.",
              PayloadSchema.ID),
          EventType.of(
              Topics.BATCH_JOB,
              "batch.pre_processed",
              "The input of a batch job was checked.",
              PayloadSchema.ID),
          EventType.of(
              Topics.BATCH_JOB, "batch.confirmed", "A batch job may run.", PayloadSchema.ID),
          EventType.of(
              Topics.BATCH_JOB, "batch.processing", "A batch job started.", PayloadSchema.ID),
          EventType.of(
              Topics.BATCH_JOB, "batch.completed", "A batch job completed.", PayloadSchema.ID),
          EventType.of(
              Topics.BATCH_JOB, "batch.canceled", "A batch job was canceled.", PayloadSchema.ID),
          EventType.of(Topics.BATCH_JOB, "batch.failed", "A batch job failed.", PayloadSchema.ID));

  private BatchJobEventTypes() {}
}
