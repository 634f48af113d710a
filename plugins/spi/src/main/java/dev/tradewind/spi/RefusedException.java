package dev.tradewind.spi;

/** Refusal of a call by a provider, which had no effect; the client receives its message. */
public final class RefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Reason, as the API tells it. */
  public enum Reason {
    /** 400 {@code invalid_data}. */
    INVALID,
    /** 400 {@code not_allowed}. */
    NOT_ALLOWED,
    /** 404 {@code not_found}. */
    NOT_FOUND
  }

  public RefusedException(Reason reason, String message) {
    // A refusal is an answer: where it was created does not matter.
    super(message, null, false, false);
    this.reason = reason;
  }

  public static RefusedException invalid(String message) {
    return new RefusedException(Reason.INVALID, message);
  }

  public static RefusedException notAllowed(String message) {
    return new RefusedException(Reason.NOT_ALLOWED, message);
  }

  public Reason reason() {
    return reason;
  }
}
