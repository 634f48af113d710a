package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Filter by declared fields, as members of an object: of each a value, several values, {@code
 * null}, or an object of {@code lt gt lte gte}. A list matches if it has one of the values.
 */
record DeclaredFilter(Map<String, DeclaredColumn> columns) implements Filter {

  private static final Map<String, String> COMPARISONS =
      Map.of("lt", "<", "gt", ">", "lte", "<=", "gte", ">=");

  @Override
  public void apply(WhereClause conditions, String name, @Nullable Object value) {
    if (!(value instanceof JsonObject members)) {
      throw Problem.invalidData(name + " must be an object of declared fields");
    }
    members.forEach(member -> {
      String path = name + "." + member.getKey();
      DeclaredColumn column = columns.get(member.getKey());
      if (column == null) {
        throw Problem.invalidData(path + " is not a searchable field");
      }
      if (member.getValue() instanceof JsonObject operators) {
        operators.forEach(
            operator -> compare(conditions, column, path, operator.getKey(), operator.getValue()));
      } else {
        match(conditions, column, FilterValues.of(column.columnType(), path, member.getValue()));
      }
    });
  }

  private static void match(WhereClause conditions, DeclaredColumn column, FilterValues values) {
    String expression = column.expression();
    // Null is no value, also where a list is null in JSON.
    String absent =
        column.isList() ? "coalesce(" + expression + ", 'null') = 'null'" : expression + " IS NULL";
    String orNull = values.orNull() ? " OR " + absent : "";
    Object only = values.only();
    if (column.isList()) {
      conditions.add(expression + " ?| {}::text[]" + orNull, values.bound());
    } else if (only != null) {
      conditions.add(expression + " = {}::" + column.columnType().sqlName(), only);
    } else {
      conditions.add(
          expression + " = ANY({}::" + column.columnType().sqlName() + "[])" + orNull,
          values.bound());
    }
  }

  private static void compare(
      WhereClause conditions,
      DeclaredColumn column,
      String path,
      String operator,
      @Nullable Object value) {
    String comparison = COMPARISONS.get(operator);
    if (comparison == null || column.isList() || value == null) {
      throw Problem.invalidData(path + " has no operator " + operator);
    }
    conditions.add(
        "%s %s {}::%s".formatted(column.expression(), comparison, column.columnType().sqlName()),
        FilterValues.operand(column.columnType(), path, value));
  }
}
