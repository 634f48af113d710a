package dev.tradewind.batch.job;

/** Somebody wants this worker to stop; it is thrown where the job's state is whole. */
final class JobStoppedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why. */
  enum Reason {
    CANCELED,
    /** Another worker has taken the job over. */
    LOST,
    /** This node is leaving. */
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
