package dev.tradewind.batch.job;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Status of a batch job. The database derives it from the job's timestamps; a statement that sets
 * one of them lists the statuses from which the transition is legal.
 */
enum BatchJobStatus {
  CREATED("created"),
  PRE_PROCESSED("pre_processed"),
  CONFIRMED("confirmed"),
  PROCESSING("processing"),
  COMPLETED("completed"),
  CANCELED("canceled"),
  FAILED("failed");

  private final String wireName;

  BatchJobStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  String wireName() {
    return wireName;
  }

  static BatchJobStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Status of a batch job: " + wireName));
  }

  /** Statuses that may follow this one. */
  Set<BatchJobStatus> successors() {
    return switch (this) {
      case CREATED -> EnumSet.of(PRE_PROCESSED, CANCELED, FAILED);
      case PRE_PROCESSED -> EnumSet.of(CONFIRMED, CANCELED, FAILED);
      case CONFIRMED -> EnumSet.of(PROCESSING, CANCELED, FAILED);
      case PROCESSING -> EnumSet.of(COMPLETED, CANCELED, FAILED);
      case COMPLETED, CANCELED, FAILED -> EnumSet.noneOf(BatchJobStatus.class);
    };
  }

  /** Statuses that this one may follow. */
  Set<BatchJobStatus> predecessors() {
    return Arrays.stream(values())
        .filter(status -> status.successors().contains(this))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(BatchJobStatus.class)));
  }

  /** SQL condition that the job {@code t} has one of these statuses. */
  static String isAnyOf(Set<BatchJobStatus> statuses) {
    return statuses.stream()
        .map(status -> "'" + status.wireName + "'")
        .collect(Collectors.joining(", ", "t.status IN (", ")"));
  }
}
