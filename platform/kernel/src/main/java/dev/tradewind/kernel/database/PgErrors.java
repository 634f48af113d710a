package dev.tradewind.kernel.database;

import io.vertx.pgclient.PgException;
import java.util.Optional;
import java.util.Set;

/** Classification of PostgreSQL errors by SQLSTATE. */
public final class PgErrors {

  private static final Set<String> WORTH_ANOTHER_TRY = Set.of("40001", "40P01", "55P03");

  private PgErrors() {}

  public static boolean hasState(Throwable failure, String sqlState) {
    return failure instanceof PgException database && sqlState.equals(database.getSqlState());
  }

  /** Serialization failure, deadlock or lock not available: a retry may succeed. */
  public static boolean isRetryable(Throwable failure) {
    return failure instanceof PgException database
        && WORTH_ANOTHER_TRY.contains(database.getSqlState());
  }

  /** The name of the unique constraint or index that was violated. */
  public static Optional<String> violatedUnique(Throwable failure) {
    if (failure instanceof PgException database && "23505".equals(database.getSqlState())) {
      return Optional.ofNullable(database.getConstraint());
    }
    return Optional.empty();
  }

  /** The name of the CHECK constraint that was violated. */
  public static Optional<String> violatedCheck(Throwable failure) {
    if (failure instanceof PgException database && "23514".equals(database.getSqlState())) {
      return Optional.ofNullable(database.getConstraint());
    }
    return Optional.empty();
  }
}
