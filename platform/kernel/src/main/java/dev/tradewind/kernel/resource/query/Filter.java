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
    String one = ofOne(type, condition);
    String several = ofSeveral(type, condition);
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

  /**
   * The same for members of groups that the table {@code newest_member} has.
   *
   * @param groups a statement with such a condition that returns the ids of the groups
   * @param areWide whether a group may have most of the rows
   */
  static Filter members(String condition, String groups, boolean areWide) {
    return (conditions, name, value) -> {
      FilterValues values = FilterValues.of(ColumnType.TEXT, name, value);
      Object only = values.only();
      if (only == null) {
        conditions.addMembers(
            ofSeveral(ColumnType.TEXT, condition),
            ofSeveral(ColumnType.TEXT, groups),
            areWide,
            values.bound());
      } else {
        conditions.addMembers(
            ofOne(ColumnType.TEXT, condition), ofOne(ColumnType.TEXT, groups), areWide, only);
      }
    };
  }

  private static String ofOne(ColumnType type, String condition) {
    String one = condition.replace("ANY({})", "{}::" + type.sqlName());
    if (condition.split("\\{}", -1).length != 2 || one.equals(condition)) {
      throw new IllegalArgumentException(condition);
    }
    return one;
  }

  private static String ofSeveral(ColumnType type, String condition) {
    return condition.replace("{}", "{}::" + type.sqlName() + "[]");
  }
}
