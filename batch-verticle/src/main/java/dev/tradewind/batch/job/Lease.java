package dev.tradewind.batch.job;

/**
 * The right to work on a job; it ends when somebody else has taken the job over.
 *
 * @param epoch how often the job has been taken, this time included
 */
public record Lease(String jobId, long epoch) {}
