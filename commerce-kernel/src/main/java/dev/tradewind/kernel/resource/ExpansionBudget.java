package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /** Counts rows of a relation; 400 when they are too many. */
  public void add(int more) {
    rows += more;
    if (rows > ROWS) {
      throw tooLarge("more than " + ROWS + " rows");
    }
  }

  /** Checks the size of the finished rows; 400 if it is too large. */
  public void requireSmall(Iterable<JsonObject> finished) {
    long size = 0;
    for (JsonObject row : finished) {
      size += size(row);
      if (size > SIZE) {
        throw tooLarge("more than " + (SIZE >> 20) + " MiB");
      }
    }
  }

  private static long size(@Nullable Object value) {
    long size = LENGTH_OF_SCALAR;
    switch (value) {
      case JsonObject object -> {
        for (Map.Entry<String, Object> member : object) {
          size += member.getKey().length() + size(member.getValue());
        }
      }
      case JsonArray elements -> {
        for (Object element : elements) {
          size += size(element);
        }
      }
      case CharSequence text -> size += text.length();
      case null, default -> {}
    }
    return size;
  }

  /**
   * Whether the failure of a load is that of a budget, here or in the verticle that was asked: no
   * load fails with another refusal of this kind.
   */
  public static boolean isExceeded(Throwable failure) {
    return failure instanceof ProblemException expected
        && expected.problem() instanceof Problem.InvalidData;
  }

  private static ProblemException tooLarge(String limit) {
    return new Problem.InvalidData(
            "The expanded relations have " + limit + ". Expand fewer relations, or page.")
        .toException();
  }
}
