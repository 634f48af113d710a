package dev.tradewind.kernel.resource.read;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Count of a list's rows, by its statement or from memory. */
@FunctionalInterface
public interface Counting {

  /** By its statement, always. */
  Counting EXECUTED = (counted, statement) -> statement.get();

  /**
   * @param counted the statement and its values, which decide about the number
   * @param statement executes it
   */
  Future<Long> count(Supplier<String> counted, Supplier<Future<Long>> statement);
}
