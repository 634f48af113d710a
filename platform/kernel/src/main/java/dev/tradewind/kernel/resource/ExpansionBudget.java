package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the relations of an answer: their levels, their rows and their size. One budget counts
 * for one answer; a row that several parents show counts for each of them. Above it, the relations
 * of a parent are cut to their newest rows, and then others with many rows are left out.
 */
public final class ExpansionBudget {

  /** Names in a path; the admin dashboard uses five. */
  static final int LEVELS = 6;

  /** Rows of all relations of an answer. */
  public static final int ROWS = 100_000;

  /**
   * Bounds of the rows of one parent in a relation.
   *
   * @param cut rows above which a relation is cut to its newest ones; null: none
   * @param whole rows above which a relation that is not cut is left out; null: none
   */
  public record Bounds(@Nullable Integer cut, @Nullable Integer whole) {

    public static final Bounds NONE = new Bounds(null, null);
  }

  /** Bounds that are tried one after the other, until the answer is within its limits. */
  static final List<Bounds> BOUNDS =
      List.of(
          new Bounds(1_000, null),
          new Bounds(100, null),
          new Bounds(10, null),
          new Bounds(10, 1_000),
          new Bounds(10, 100),
          new Bounds(10, 10));

  /** The same, where no relation can be cut. */
  static final List<Bounds> BOUNDS_OF_WHOLE =
      BOUNDS.stream().filter(bounds -> bounds.whole() != null).toList();

  /** Approximate length of an answer in characters. */
  static final long SIZE = 32L << 20;

  /** The same of a page. */
  static final long SIZE_OF_PAGE = PageBudget.MAX_RESPONSE;

  /** The same of an answer to a write, as long as relations can be cut. */
  static final long SIZE_AFTER_WRITE = 8L << 20;

  /** Rows whose size cannot be a matter, and is not measured. */
  private static final int FEW_ROWS = 500;

  private static final int LENGTH_OF_SCALAR = 8;

  private final long most;
  private int rows;
  private long size;

  public ExpansionBudget() {
    this(SIZE);
  }

  private ExpansionBudget(long most) {
    this.most = most;
  }

  /**
   * Budget of the answer with that selection.
   *
   * @param isLast whether its relations are bounded as far as they can be
   */
  public static ExpansionBudget of(Selection selection, boolean isLast) {
    if (isLast) {
      return new ExpansionBudget();
    }
    return new ExpansionBudget(
        selection.isAfterWrite() ? SIZE_AFTER_WRITE : selection.isOfPage() ? SIZE_OF_PAGE : SIZE);
  }

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
    if (size > most) {
      throw tooLarge("more than " + (most >> 20) + " MiB");
    }
  }

  /** Checks the size of the finished rows with many related ones; 400 if it is too large. */
  public void requireSmall(Iterable<JsonObject> finished) {
    if (rows > FEW_ROWS) {
      size = 0;
      finished.forEach(this::addContent);
    }
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
