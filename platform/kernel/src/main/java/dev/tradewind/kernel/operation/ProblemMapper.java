package dev.tradewind.kernel.operation;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Mapping of unexpected failures to problems for the caller. */
public final class ProblemMapper {

  private ProblemMapper() {}

  /**
   * The problem for a failure: an unavailable or busy database is {@code UNAVAILABLE}, an unknown
   * failure is {@code UNEXPECTED}.
   */
  public static Problem problem(Throwable failure) {
    if (failure instanceof Problem expected) {
      return expected;
    }
    if (failure instanceof PgException database) {
      return problem(database.getSqlState());
    }
    if (failure instanceof ArithmeticException
        && String.valueOf(failure.getMessage()).endsWith(" overflow")) {
      return Problem.invalidData("The amounts are too large");
    }
    if (failure instanceof ClosedConnectionException
        || failure instanceof IOException
        || failure instanceof TimeoutException
        || isPoolFailure(failure)) {
      return Problem.unavailable("The database is not available. Please retry.");
    }
    return Problem.internalError();
  }

  private static Problem problem(String sqlState) {
    return switch (sqlState) {
      // Serialization failure, deadlock, lock not available: a concurrent transaction won.
      case "40001", "40P01", "55P03" -> Problem.conflict();
      // U+0000, the one character that PostgreSQL texts cannot contain.
      case "22021", "22P05" -> Problem.invalidData("The request must not contain null characters");
      // Statement, lock or transaction timeouts, shutdown, disk full, too many connections.
      case "57014", "25P03", "25P04", "57P01", "57P02", "57P03", "53100", "53300" ->
          Problem.unavailable("The database is not available. Please retry.");
      default ->
          sqlState.startsWith("08")
              ? Problem.unavailable("The database is not available. Please retry.")
              : Problem.internalError();
    };
  }

  private static boolean isPoolFailure(Throwable failure) {
    // The pool reports a full waiting queue, a connect timeout and a connection that ends before
    // the statement is sent as plain exceptions.
    String message = failure.getMessage();
    return message != null
        && (message.contains("max wait queue size")
            || message.contains("Timeout")
            || message.startsWith("Pending requests failed to be sent"));
  }
}
