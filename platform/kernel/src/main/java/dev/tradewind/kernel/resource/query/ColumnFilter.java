package dev.tradewind.kernel.resource.query;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.ColumnType;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Filter by an own column: a value, several values, {@code null}, or an object of operators. Times
 * and numbers support {@code lt gt lte gte}, texts also {@code contains starts_with ends_with}.
 */
record ColumnFilter(Column column) implements Filter {

  private static final Map<String, String> COMPARISONS =
      Map.of("lt", "<", "gt", ">", "lte", "<=", "gte", ">=");
  private static final Map<String, String> PATTERNS =
      Map.of("contains", "%%%s%%", "starts_with", "%s%%", "ends_with", "%%%s");

  @Override
  public void apply(WhereClause conditions, String name, @Nullable Object value) {
    if (value instanceof JsonObject operators) {
      operators.forEach(operator -> compare(conditions, operator.getKey(), operator.getValue()));
    } else if (column.type() == ColumnType.TIMESTAMP && !FilterValues.isNull(value)) {
      throw Problem.invalidData("nested property " + name + " must be either object or array");
    } else {
      match(conditions, FilterValues.of(column.type(), name, value));
    }
  }

  private void match(WhereClause conditions, FilterValues values) {
    Object only = values.only();
    if (only instanceof Boolean) {
      // A generic plan knows how many rows have a value of the statement's own.
      conditions.add("t." + column.name() + " = " + only);
      return;
    }
    if (only != null) {
      // An index that begins with the column then has the rows in the order of the page.
      conditions.add("t.%s = {}::%s".formatted(column.name(), column.type().sqlName()), only);
      return;
    }
    conditions.add(
        "t.%s = ANY({}::%s[])%s"
            .formatted(
                column.name(),
                column.type().sqlName(),
                values.orNull() ? " OR t." + column.name() + " IS NULL" : ""),
        values.bound());
  }

  private void compare(WhereClause conditions, String operator, @Nullable Object value) {
    String comparison = COMPARISONS.get(operator);
    String pattern = column.type() == ColumnType.TEXT ? PATTERNS.get(operator) : null;
    if (comparison == null && pattern == null) {
      throw Problem.invalidData("property " + operator + " should not exist");
    }
    if (value == null || FilterValues.isNull(value)) {
      conditions.add("t." + column.name() + " IS NULL");
    } else if (comparison == null) {
      String literal = LikePattern.literal(value.toString());
      conditions.add("t." + column.name() + " ILIKE {}::text", String.format(pattern, literal));
    } else {
      conditions.add(
          "t.%s %s {}::%s".formatted(column.name(), comparison, column.type().comparedAs()),
          FilterValues.operand(column.type(), operator, value));
    }
  }
}
