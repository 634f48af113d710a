package dev.tradewind.batch.job;

/**
 * Exclusive right to execute a job; lost when another worker claims the job.
 *
 * @param epoch fencing token: number of claims of the job, including this one
 */
public record Lease(String jobId, long epoch) {}
