package dev.tradewind.embedded;

import org.jspecify.annotations.Nullable;

/** Failure of an embedded service; the message is for the operator. */
public final class EmbeddedServiceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public EmbeddedServiceException(String message) {
    this(message, null);
  }

  public EmbeddedServiceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
