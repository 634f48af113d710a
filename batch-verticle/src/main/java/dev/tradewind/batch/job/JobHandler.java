package dev.tradewind.batch.job;

/**
 * Handler of one type of job. It runs on a virtual thread and may block; another worker resumes
 * from its last checkpoint.
 */
public interface JobHandler {

  /**
   * Validates the job and computes its result preview without side effects.
   *
   * @throws JobFailedException if the job cannot be executed
   */
  void preProcess(JobRun run);

  /**
   * Executes the job, from the checkpoint on.
   *
   * @throws JobFailedException if the job cannot be executed
   */
  void process(JobRun run);

  /**
   * Releases temporary data after any end of the job; may be called repeatedly.
   *
   * @param isCompleted whether the job has completed
   */
  void cleanUp(JobRun run, boolean isCompleted);
}
