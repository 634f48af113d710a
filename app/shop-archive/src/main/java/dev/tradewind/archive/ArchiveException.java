package dev.tradewind.archive;

import org.jspecify.annotations.Nullable;

/** Refused or failed export or import; the message is for the operator. */
public final class ArchiveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ArchiveException(String message) {
    super(message);
  }

  ArchiveException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
