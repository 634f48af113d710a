package dev.tradewind.catalog.bulk;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * In which order products are exported. The order is total, and no value in it is absent, so that a
 * page can begin behind any product.
 *
 * @param expression what products are sorted by, over the alias {@code t}
 * @param type of the expression
 */
record ExportOrder(String expression, String type, boolean isDescending) {

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("id", "text"),
          Map.entry("created_at", "timestamptz"),
          Map.entry("updated_at", "timestamptz"),
          Map.entry("title", "text"),
          Map.entry("subtitle", "text"),
          Map.entry("description", "text"),
          Map.entry("handle", "text"),
          Map.entry("status", "text"),
          Map.entry("thumbnail", "text"),
          Map.entry("hs_code", "text"),
          Map.entry("origin_country", "text"),
          Map.entry("mid_code", "text"),
          Map.entry("material", "text"),
          Map.entry("collection_id", "text"),
          Map.entry("type_id", "text"),
          Map.entry("external_id", "text"),
          Map.entry("weight", "integer"),
          Map.entry("length", "integer"),
          Map.entry("height", "integer"),
          Map.entry("width", "integer"),
          Map.entry("is_giftcard", "boolean"),
          Map.entry("discountable", "boolean"));

  /**
   * Of one field and its direction.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 where products cannot be sorted so
   */
  static ExportOrder of(JsonObject order) {
    String field = order.fieldNames().stream().findFirst().orElse("created_at");
    String type = TYPES.get(field);
    if (type == null) {
      throw new Problem.InvalidData("Order field " + field + " is not valid").toException();
    }
    String expression =
        switch (type) {
          case "text" -> "coalesce(t." + field + ", '')";
          case "integer" -> "coalesce(t." + field + ", -2147483648)";
          default -> "t." + field;
        };
    return new ExportOrder(expression, type, !"ASC".equals(order.getValue(field, "DESC")));
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
