package dev.tradewind.api.catalog;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.util.Arrays;
import java.util.Objects;

/**
 * SQLSTATEs of the database functions that fulfill, receive and reserve stock at locations: each is
 * one kind of refusal, with the message of the database.
 */
public enum StockSqlState {

  /** The location does not have the stock. */
  NOT_ALLOWED("TW009"),

  /** The item is not stocked at the location, or the reservation does not exist. */
  NOT_FOUND("TW010"),

  /** The request lacks something, or asks for more units than a line has. */
  INVALID("TW011");

  private final String code;

  StockSqlState(String code) {
    this.code = code;
  }

  /** The five characters of the SQLSTATE. */
  public String code() {
    return code;
  }

  /** The same future, failed with a problem if the database refused it in one of these states. */
  public static <T> Future<T> mapped(Future<T> write) {
    return write.recover(failure -> {
      if (failure instanceof PgException database) {
        return Future.failedFuture(
            Arrays.stream(values())
                .filter(state -> state.code.equals(database.getSqlState()))
                .findFirst()
                .<Throwable>map(state -> state.problem(database))
                .orElse(failure));
      }
      return Future.failedFuture(failure);
    });
  }

  private Problem problem(PgException database) {
    String message = Objects.requireNonNullElse(database.getErrorMessage(), "");
    return switch (this) {
      case NOT_ALLOWED -> Problem.notAllowed(message);
      case NOT_FOUND -> Problem.notFound(message);
      case INVALID -> Problem.invalidData(message);
    };
  }
}
