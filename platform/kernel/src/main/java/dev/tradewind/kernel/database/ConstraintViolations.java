package dev.tradewind.kernel.database;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemMapper;
import dev.tradewind.kernel.operation.SizeLimit;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Mapping of violated database constraints to problems for the caller. */
public final class ConstraintViolations {

  // A value may hold line separators.
  private static final Pattern KEY = Pattern.compile("\\((.*?)\\)=\\((.*)\\)", Pattern.DOTALL);
  private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"[^\"]*$");

  private ConstraintViolations() {}

  /** The same future, failed with a problem if a constraint was violated. */
  public static <T> Future<T> mapped(Future<T> write) {
    return write.recover(failure ->
        Future.failedFuture(problem(failure).<Throwable>map(refused -> refused).orElse(failure)));
  }

  /** The problem for a violated constraint; empty for any other failure. */
  public static Optional<Problem> problem(Throwable failure) {
    if (!(failure instanceof PgException database)) {
      return Optional.empty();
    }
    Optional<Problem> ofField = ProblemMapper.ofDeclaredField(database);
    if (ofField.isPresent()) {
      return ofField;
    }
    String detail = Objects.requireNonNullElse(database.getDetail(), "");
    return Optional.ofNullable(
        switch (Objects.requireNonNullElse(database.getSqlState(), "")) {
          case "23505" -> duplicate(database.getTable(), detail);
          case "23503", "23001" -> reference(database.getTable(), detail);
          case "23502" ->
              Problem.invalidData(
                  "Can't insert null value in field "
                      + database.getColumn()
                      + " on insert in table "
                      + database.getTable());
          // Other conditions are rules of the shop, which its services explain.
          case "23514" ->
              Objects.requireNonNullElse(database.getConstraint(), "").endsWith("_metadata_size")
                  ? SizeLimit.METADATA.exceeded("metadata")
                  : null;
          // A key that is too long for its index.
          case "54000" -> Problem.invalidData("A value is too long");
          default -> null;
        });
  }

  private static Problem duplicate(String table, String detail) {
    Matcher key = KEY.matcher(detail);
    String what = key.find() ? plain(key.group(1)) + " " + plain(key.group(2)) : "this key";
    return Problem.duplicate(capitalized(table) + " with " + what + " already exists.");
  }

  private static String plain(String text) {
    return text.replaceAll("[()]", "").replace('=', ' ');
  }

  /**
   * Foreign key violation: the row refers to a missing row, or a row to be deleted is referred to.
   */
  private static @Nullable Problem reference(String referring, String detail) {
    Matcher key = KEY.matcher(detail);
    Matcher quoted = QUOTED.matcher(detail);
    if (!key.find() || !quoted.find()) {
      return null;
    }
    String other = quoted.group(1);
    if (other.equals(referring)) {
      return Problem.notAllowed(
          "It cannot be deleted or changed while a %s refers to it."
              .formatted(referring.replace('_', ' ')),
          null);
    }
    return Problem.notFound(
        "%s with %s %s does not exist.".formatted(capitalized(other), key.group(1), key.group(2)));
  }

  private static String capitalized(String table) {
    return table.substring(0, 1).toUpperCase(Locale.ROOT) + table.substring(1);
  }
}
