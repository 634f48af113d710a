package dev.tradewind.medusa.document;

import java.util.List;
import java.util.Set;

/**
 * SQL expressions that bring values of the source into a form that every reader of the copy can
 * show: objects where the database of Medusa takes any JSON, times within the years that the wire
 * has, rates that are numbers, and trees without loops.
 */
public final class SourceValues {

  /** Key of a value that is put into an object. */
  public static final String KEY = "value";

  public static final String FIRST_TIME = "0001-01-01T00:00:00.000Z";
  public static final String LAST_TIME = "9999-12-31T23:59:59.999Z";

  /** Columns that hold objects. */
  public static final Set<String> OBJECTS =
      Set.of("metadata", "data", "context", "shipping_data", "result");

  private static final List<String> TIMES = List.of("_at", "_deadline");
  private static final Set<String> RATES = Set.of("rate", "tax_rate");

  private SourceValues() {}

  /** Expression of a column of the target. */
  public static String of(String column, String expression) {
    if (OBJECTS.contains(column)) {
      return column.equals("data") ? objectOrEmpty(expression) : object(expression);
    }
    if (TIMES.stream().anyMatch(column::endsWith)) {
      return time(expression);
    }
    return RATES.contains(column) ? rate(expression) : expression;
  }

  /** The object; another value under a key; nothing for null. */
  public static String object(String expression) {
    return """
    CASE WHEN jsonb_typeof(%1$s) = 'object' THEN %1$s
      WHEN jsonb_typeof(%1$s) <> 'null' THEN jsonb_build_object('%2$s', %1$s)
    END\
    """
        .formatted(expression, KEY);
  }

  /** The object; an empty one for null. */
  public static String objectOrEmpty(String expression) {
    return "coalesce(%s, '{}'::jsonb)".formatted(object(expression));
  }

  /** The time, at least the first and at most the last one that can be shown. */
  public static String time(String expression) {
    return """
    CASE WHEN (%1$s) IS NOT NULL
      THEN least(greatest(%1$s, timestamptz '%2$s'), timestamptz '%3$s')
    END\
    """
        .formatted(expression, FIRST_TIME, LAST_TIME);
  }

  /** Condition that a time cannot be shown. */
  public static String isNoTime(String column) {
    return "%1$s < timestamptz '%2$s' OR %1$s > timestamptz '%3$s'"
        .formatted(column, FIRST_TIME, LAST_TIME);
  }

  private static String rate(String expression) {
    return "CASE WHEN (%1$s)::text NOT IN ('NaN', 'Infinity', '-Infinity') THEN %1$s END"
        .formatted(expression);
  }

  /**
   * Number of rows above a row of a tree, as the statements of the move count them: 0 for the row
   * with the smallest id of a loop, whose reference to its parent is left out. A loop of more than
   * 51 rows, which is not walked twice, counts as too deep.
   */
  public static String levelsAbove(String table, String parent, String alias) {
    return """
    (
      WITH RECURSIVE above AS (
        SELECT p.id, p.%2$s AS parent, 1 AS level FROM %1$s AS p WHERE p.id = %3$s.%2$s
        UNION ALL
        SELECT p.id, p.%2$s, above.level + 1 FROM %1$s AS p JOIN above ON p.id = above.parent
        WHERE above.level < 102
      ), loop AS (
        SELECT min(r.id) AS id, max(r.rows) AS rows
        FROM (
          SELECT id, (max(level) - min(level)) / (count(*) - 1) AS rows
          FROM above GROUP BY id HAVING count(*) > 1
        ) AS r
      )
      SELECT CASE WHEN loop.rows > 51 THEN 102 WHEN loop.id = %3$s.id THEN 0
        ELSE coalesce((SELECT min(above.level) FROM above WHERE above.id = loop.id),
          (SELECT max(above.level) FROM above), 0) END
      FROM loop
    )\
    """
        .formatted(table, parent, alias);
  }
}
