package dev.tradewind.kernel.metrics;

import org.jspecify.annotations.Nullable;

/**
 * Fact in the database of a verticle that a gauge shows, such as the depth of its outbox.
 *
 * @param name of the gauge, with dots
 * @param unit base unit of the values; null: a number
 * @param label of the gauge beside {@code verticle}; null: none
 * @param query a SELECT of a label value as text, null without a label, and a number; it has to be
 *     cheap however many rows there are
 */
public record DatabaseFact(
    String name, String description, @Nullable String unit, @Nullable String label, String query) {

  /** Rows that a fact counts at most: beyond, their exact number helps no operator. */
  public static final int MOST = 100_000;

  /** Number of rows that a query finds, {@link #MOST} at most. */
  public static DatabaseFact count(String name, String description, String from) {
    return new DatabaseFact(name, description, null, null, counted("NULL::text", from));
  }

  /**
   * Query of a number of rows, {@link #MOST} at most.
   *
   * @param label expression of the label value
   * @param from table and condition
   */
  public static String counted(String label, String from) {
    return "SELECT %s, count(*) FROM (SELECT FROM %s LIMIT %s) AS found"
        .formatted(label, from, MOST);
  }
}
