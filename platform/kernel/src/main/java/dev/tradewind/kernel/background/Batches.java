package dev.tradewind.kernel.background;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Batches of rows that one statement each changes, so that none runs long or locks many rows. */
public final class Batches {

  private Batches() {}

  /**
   * Repeats a statement until its batch is not full.
   *
   * @param statement answers the number of rows that it changed, at most {@code size}
   * @return the number of rows of all batches
   */
  public static Future<Integer> repeat(int size, Supplier<Future<Integer>> statement) {
    return statement
        .get()
        .compose(rows -> {
          if (rows < size) {
            return Future.succeededFuture(rows);
          }
          return repeat(size, statement).map(more -> more + rows);
        });
  }
}
