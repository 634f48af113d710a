package dev.tradewind.catalog.bulk;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Column;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Columns;
import io.vertx.core.json.JsonObject;

/**
 * In which order products are exported. The order is total, and no value in it is absent, so that a
 * page can begin behind any product.
 *
 * @param expression what products are sorted by, over the alias {@code t}
 * @param type of the expression
 */
record ExportOrder(String expression, String type, boolean isDescending) {

  private static final Columns SORTABLE = CatalogColumns.PRODUCT.without("deleted_at", "metadata");

  /**
   * Of one field and its direction.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 where products cannot be sorted so
   */
  static ExportOrder of(JsonObject order) {
    String field = order.fieldNames().stream().findFirst().orElse("created_at");
    ColumnType type =
        SORTABLE
            .find(field)
            .map(Column::type)
            .orElseThrow(() ->
                new Problem.InvalidData("Order field " + field + " is not valid").toException());
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

  /** A condition on what comes behind the product whose key is bound as two texts. */
  String isBehind() {
    return "(%s, t.id) %s ((({}::text[])[1])::%s, ({}::text[])[2])"
        .formatted(expression, isDescending ? "<" : ">", type);
  }
}
