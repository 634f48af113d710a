package dev.tradewind.launcher.config;

import org.jspecify.annotations.Nullable;

/** Failure of a command; the message is one sentence for the operator. */
public final class CliException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CliException(String message) {
    this(message, null);
  }

  public CliException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
