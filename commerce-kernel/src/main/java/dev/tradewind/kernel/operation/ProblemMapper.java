package dev.tradewind.kernel.operation;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** What a failure that nobody planned for means to the caller. */
public final class ProblemMapper {

  private ProblemMapper() {}

  /**
   * The problem behind a failure: a database that is away or busy is {@link Problem.Unavailable},
   * everything unknown is {@link Problem.InternalError}.
   */
  public static Problem problem(Throwable failure) {
    if (failure instanceof ProblemException expected) {
      return expected.problem();
    }
    if (failure instanceof PgException database) {
      return problem(database.getSqlState());
    }
    if (failure instanceof ClosedConnectionException
        || failure instanceof IOException
        || failure instanceof TimeoutException
        || isPoolExhausted(failure)) {
      return new Problem.Unavailable("The database is not available. Please retry.");
    }
    return new Problem.InternalError();
  }

  private static Problem problem(String sqlState) {
    return switch (sqlState) {
      // Serialization failure, deadlock, lock not available: somebody else was faster.
      case "40001", "40P01", "55P03" -> new Problem.Conflict();
      // The one character that no text of the database can have.
      case "22021", "22P05" ->
          new Problem.InvalidData("The request must not contain null characters");
      // Statement, lock or transaction timeouts, shutdown, too many connections.
      case "57014", "25P03", "25P04", "57P01", "57P02", "57P03", "53300" ->
          new Problem.Unavailable("The database is not available. Please retry.");
      default ->
          sqlState.startsWith("08")
              ? new Problem.Unavailable("The database is not available. Please retry.")
              : new Problem.InternalError();
    };
  }

  private static boolean isPoolExhausted(Throwable failure) {
    // The pool reports a full waiting queue and a connect timeout as plain exceptions.
    String message = failure.getMessage();
    return message != null
        && (message.contains("max wait queue size") || message.contains("Timeout"));
  }
}
