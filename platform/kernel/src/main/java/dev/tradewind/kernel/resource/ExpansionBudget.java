package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;

/**
 * Limits of an answer whose relations the client named: its levels, its rows and its size. One
 * budget counts for one answer; a row that several parents show counts for each of them.
 */
public final class ExpansionBudget {

  /** Names in a path; the admin dashboard uses five. */
  static final int LEVELS = 6;

  /** Rows of all relations of an answer. */
  public static final int ROWS = 100_000;

  /** Approximate length of an answer in characters. */
  static final long SIZE = 32L << 20;

  private static final int LENGTH_OF_SCALAR = 8;

  private int rows;
  private long size;

  /** Counts rows of a relation; 400 when they are too many. */
  public void add(int more) {
    rows += more;
    if (rows > ROWS) {
      throw tooLarge("more than " + ROWS + " rows");
    }
  }

  /** Counts the content of a row that has just been read; 400 when all of them are too large. */
  public void addContent(JsonObject row) {
    size += PageBudget.size(row, LENGTH_OF_SCALAR);
    if (size > SIZE) {
      throw tooLarge("more than " + (SIZE >> 20) + " MiB");
    }
  }

  /** Checks the size of the finished rows; 400 if it is too large. */
  public void requireSmall(Iterable<JsonObject> finished) {
    size = 0;
    finished.forEach(this::addContent);
  }

  /**
   * Whether the failure of a load is the refusal of a budget, here or in the verticle that was
   * asked: no load fails with another refusal of this kind.
   */
  public static boolean isExceeded(Throwable failure) {
    return Problem.is(failure, Problem.Kind.INVALID_DATA);
  }

  private static Problem tooLarge(String limit) {
    return Problem.invalidData(
        "The expanded relations have " + limit + ". Expand fewer relations, or page.");
  }
}
