package dev.tradewind.kernel.operation;

import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Mapping of unexpected failures to problems for the caller. */
public final class ProblemMapper {

  /** Index of a declared field: the SQL function {@code declared_index} makes its name. */
  private static final Pattern DECLARED_INDEX =
      Pattern.compile("declared_(field|staff)_(\\w+)_[0-9a-f]{8}");

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
      return ofDeclaredField(database).orElseGet(() -> problem(database.getSqlState()));
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

  /**
   * The problem for a value that contradicts the declaration of its field, or is that of another
   * row. It names the field, and never the value, which the caller may not see.
   */
  public static Optional<Problem> ofDeclaredField(PgException failure) {
    String constraint = String.valueOf(failure.getConstraint());
    if (constraint.equals("declared_field")) {
      return Optional.of(Problem.invalidData(failure.getErrorMessage()));
    }
    Matcher index = DECLARED_INDEX.matcher(constraint);
    if (!"23505".equals(failure.getSqlState()) || !index.matches()) {
      return Optional.empty();
    }
    return Optional.of(
        Problem.invalidData(
            "metadata."
                + (index.group(1).equals("staff") ? StaffMetadata.KEY + "." : "")
                + index.group(2)
                + " is taken"));
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
