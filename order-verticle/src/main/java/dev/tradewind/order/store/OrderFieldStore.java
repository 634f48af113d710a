package dev.tradewind.order.store;

import dev.tradewind.kernel.field.FieldColumns;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** SQL of the declared fields of orders, as files have them. */
public final class OrderFieldStore {

  private static final String LIST = "SELECT %s AS fields".formatted(FieldColumns.of("order"));

  private static final String FIND_VALUES =
      "SELECT t.id, %s AS fields FROM \"order\" AS t WHERE t.id = ANY($1)"
          .formatted(FieldColumns.valuesOf("t", "order"));

  private OrderFieldStore() {}

  /** Fields with {@code resource}, {@code name} and {@code staff_only}. */
  public static Future<JsonArray> list(SqlClient db) {
    return db.query(LIST)
        .execute()
        .map(rows -> (JsonArray) rows.iterator().next().getJson("fields"));
  }

  /** Puts the values of each order into its {@code fields}, by name. */
  public static Future<List<JsonObject>> attach(SqlClient db, List<JsonObject> orders) {
    String[] ids = orders.stream().map(order -> order.getString("id")).toArray(String[]::new);
    return db.preparedQuery(FIND_VALUES)
        .execute(Tuple.of(ids))
        .map(rows -> {
          Map<String, Object> fields = new HashMap<>();
          rows.forEach(row -> fields.put(row.getString("id"), row.getJson("fields")));
          orders.forEach(order ->
              order.put(
                  "fields",
                  Objects.requireNonNullElseGet(
                      fields.get(order.getString("id")), JsonObject::new)));
          return orders;
        });
  }
}
