package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.resource.ColumnType;
import org.jspecify.annotations.Nullable;

/** Translation of one query parameter into an SQL condition. */
@FunctionalInterface
public interface Filter {

  /**
   * Adds the condition for a value.
   *
   * @param name the query parameter, for messages
   * @param value as parsed by the gateway: text, number, boolean, array, object or null
   */
  void apply(WhereClause conditions, String name, @Nullable Object value);

  /**
   * A condition of its own on a set of values, bound as the one array parameter <code>{}</code>
   * cast to the type, for example <code>EXISTS (SELECT … WHERE x = ANY({}))</code>. For one value
   * it is compared with that: PostgreSQL expects ten elements of an array, and ten times the rows.
   *
   * @throws IllegalArgumentException if the condition has the parameter elsewhere
   */
  static Filter matching(ColumnType type, String condition) {
    String one = condition.replace("ANY({})", "{}::" + type.sqlName());
    if (condition.split("\\{}", -1).length != 2 || one.equals(condition)) {
      throw new IllegalArgumentException(condition);
    }
    String several = condition.replace("{}", "{}::" + type.sqlName() + "[]");
    return (conditions, name, value) -> {
      FilterValues values = FilterValues.of(type, name, value);
      Object only = values.only();
      if (only == null) {
        conditions.add(several, values.bound());
      } else {
        conditions.add(one, only);
      }
    };
  }
}
