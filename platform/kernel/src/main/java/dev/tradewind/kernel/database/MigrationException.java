package dev.tradewind.kernel.database;

/** Failed migration of the database; the message is for the operator. */
public final class MigrationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MigrationException(String message) {
    super(message);
  }

  MigrationException(String message, Throwable cause) {
    super(message, cause);
  }
}
