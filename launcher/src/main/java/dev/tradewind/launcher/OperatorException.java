package dev.tradewind.launcher;

import org.jspecify.annotations.Nullable;

/** A command cannot be done; the message is one sentence for the operator. */
final class OperatorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OperatorException(String message) {
    this(message, null);
  }

  OperatorException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
