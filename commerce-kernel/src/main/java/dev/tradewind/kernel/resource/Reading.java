package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.sqlclient.SqlClient;
import org.jspecify.annotations.Nullable;

/**
 * Where a read takes its rows from.
 *
 * @param db this schema
 * @param context of the request that is answered, for what other verticles are asked; absent where
 *     only this schema is read
 */
public record Reading(SqlClient db, @Nullable CallContext context) {

  /**
   * The context to ask other verticles in.
   *
   * @throws IllegalStateException when the reader was given none
   */
  public CallContext asking() {
    if (context == null) {
      throw new IllegalStateException("Another verticle has to be asked, in no request's context");
    }
    return context;
  }
}
