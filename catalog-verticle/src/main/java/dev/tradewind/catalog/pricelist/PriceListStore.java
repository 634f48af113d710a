package dev.tradewind.catalog.pricelist;

import dev.tradewind.catalog.schema.PriceResources;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** SQL of the customer groups of price lists. */
final class PriceListStore {

  private static final String FIND_OF_GROUPS =
      """
      SELECT link.customer_group_id, %s AS price_list
      FROM price_list_customer_group AS link
      JOIN price_list AS t ON t.id = link.price_list_id
      WHERE link.customer_group_id = ANY ($1)
        AND t.deleted_at IS NULL
      ORDER BY t.created_at, t.id
      """
          .formatted(PriceResources.PRICE_LIST.jsonObject("t"));

  private static final String FORGET_GROUPS =
      """
      DELETE FROM price_list_customer_group
      WHERE customer_group_id = ANY ($1)
      """;

  private PriceListStore() {}

  /** Finds the price lists of the groups, as pairs of price list and group. */
  static Future<JsonArray> findOfGroups(SqlClient db, JsonArray groupIds) {
    return db.preparedQuery(FIND_OF_GROUPS)
        .execute(Tuple.of(groupIds.stream().toArray(String[]::new)))
        .map(rows -> {
          JsonArray found = new JsonArray();
          rows.forEach(row ->
              found.add(
                  new JsonObject()
                      .put("customer_group_id", row.getString("customer_group_id"))
                      .put("price_list", row.getJson("price_list"))));
          return found;
        });
  }

  /** Removes the groups from all price lists. */
  static Future<Void> forgetGroups(SqlClient db, List<String> groupIds) {
    return db.preparedQuery(FORGET_GROUPS)
        .execute(Tuple.of(groupIds.toArray(String[]::new)))
        .mapEmpty();
  }
}
