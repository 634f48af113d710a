package dev.tradewind.catalog.bulk;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Columns;
import io.vertx.core.json.JsonObject;

/**
 * Sort order of an export. It is total and has no nulls, so that keyset pagination can continue
 * after any product.
 *
 * @param expression sort key, over the alias {@code t}
 * @param type of the expression
 */
record ExportOrder(String expression, String type, boolean isDescending) {

  private static final Columns SORTABLE = CatalogColumns.PRODUCT.without("deleted_at", "metadata");

  /**
   * Order by one field and its direction.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 if products cannot be sorted by it
   */
  static ExportOrder of(JsonObject order) {
    String field = order.fieldNames().stream().findFirst().orElse("created_at");
    ColumnType type =
        SORTABLE
            .find(field)
            .map(Column::type)
            .orElseThrow(() -> Problem.invalidData("Order field " + field + " is not valid"));
    String expression =
        switch (type) {
          case TEXT -> "coalesce(t." + field + ", '')";
          case INTEGER, BIGINT, NUMBER -> "coalesce(t." + field + ", -2147483648)";
          case BOOLEAN, TIMESTAMP, JSON -> "t." + field;
        };
    return new ExportOrder(
        expression, type.sqlName(), !"ASC".equals(order.getValue(field, "DESC")));
  }

  String direction() {
    return isDescending ? "DESC" : "ASC";
  }

  /** Condition for the products after the one whose key is bound as two texts. */
  String isBehind() {
    return "(%s, t.id) %s ((({}::text[])[1])::%s, ({}::text[])[2])"
        .formatted(expression, isDescending ? "<" : ">", type);
  }
}
