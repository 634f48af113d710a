package dev.tradewind.discount.giftcard;

import dev.tradewind.api.discount.GiftCard;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Store of gift cards for carts: one statement, with validity by the database clock. */
final class GiftCardStore {

  private static final String FIND =
      """
      SELECT %s, coalesce(t.ends_at < clock_timestamp(), false)
      FROM gift_card AS t
      WHERE t.deleted_at IS NULL
        AND (t.id = ANY ($1) OR t.code = ANY ($2))
      ORDER BY array_position($1::text[], t.id), array_position($2::text[], t.code)
      """
          .formatted(GiftCardResources.GIFT_CARD.jsonObject("t"));

  Future<JsonObject> find(SqlClient db, JsonObject input) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(texts(input, "ids"), (Object) texts(input, "codes")))
        .map(rows -> {
          JsonArray cards = new JsonArray();
          for (Row row : rows) {
            cards.add(new GiftCard((JsonObject) row.getJson(0), row.getBoolean(1)).toJson());
          }
          return new JsonObject().put("gift_cards", cards);
        });
  }

  private static String[] texts(JsonObject input, String name) {
    return input.getJsonArray(name, new JsonArray()).stream().toArray(String[]::new);
  }
}
