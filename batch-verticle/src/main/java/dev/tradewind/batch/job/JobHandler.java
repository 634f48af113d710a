package dev.tradewind.batch.job;

/**
 * The work of one type of job. It runs on a virtual thread and may wait; what it has saved it finds
 * again when another worker has to go on.
 */
public interface JobHandler {

  /**
   * Finds out what is to be done and whether it can be done, and changes nothing.
   *
   * @throws JobFailedException when it cannot be done
   */
  void preProcess(JobRun run);

  /**
   * Does it, from the checkpoint on.
   *
   * @throws JobFailedException when it cannot be done
   */
  void process(JobRun run);

  /**
   * Takes away what nobody needs any longer, in whichever way the job has ended; perhaps again.
   *
   * @param isCompleted whether it has done all its work
   */
  void cleanUp(JobRun run, boolean isCompleted);
}
