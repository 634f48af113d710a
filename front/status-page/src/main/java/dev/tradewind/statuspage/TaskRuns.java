package dev.tradewind.statuspage;

import java.time.Instant;

/**
 * Runs of a background task.
 *
 * @param lastSuccess the start of the node before the first; of several nodes, the earliest
 * @param failures since the start of the node
 * @param recentSuccesses of the last minutes
 * @param recentFailures of the last minutes
 */
record TaskRuns(
    String verticle,
    String task,
    Instant lastSuccess,
    long failures,
    long recentSuccesses,
    long recentFailures) {

  String key() {
    return verticle + " " + task;
  }

  /** Whether every run of the last minutes failed. */
  boolean isFailing() {
    return recentFailures > 0 && recentSuccesses == 0;
  }

  /** With the runs on another node. */
  TaskRuns plus(TaskRuns other) {
    return new TaskRuns(
        verticle,
        task,
        lastSuccess.isBefore(other.lastSuccess) ? lastSuccess : other.lastSuccess,
        failures + other.failures,
        recentSuccesses + other.recentSuccesses,
        recentFailures + other.recentFailures);
  }

  /** The same with the recent runs of a measurement, which began with that earlier one. */
  TaskRuns since(TaskRuns earlier) {
    return new TaskRuns(
        verticle,
        task,
        lastSuccess,
        failures,
        recentSuccesses - earlier.recentSuccesses,
        recentFailures - earlier.recentFailures);
  }
}
