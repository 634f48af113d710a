package dev.tradewind.medusa;

import org.jspecify.annotations.Nullable;

/** Refused or failed move; the message is for the operator. */
public final class MoveInException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public MoveInException(String message) {
    super(message);
  }

  public MoveInException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
