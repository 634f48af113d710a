package dev.tradewind.batch.job;

/** Request to stop this run, thrown where the job's state is consistent. */
final class JobStoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Reason of the stop. */
  enum Reason {
    CANCELED,
    /** Lease lost to another worker. */
    LOST,
    /** Shutdown of this node. */
    LEAVING
  }

  private final Reason reason;

  JobStoppedException(Reason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
