package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.line;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoredCartIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void membersThatThisVersionDoesNotKnowSurviveAChange() {
    String cartId = shop.cartWithShirts(1);
    shop.ship(cartId, STANDARD);
    shop.openSessions(cartId);
    change(
        cartId,
        """
        state = jsonb_set(jsonb_set(jsonb_set(state, '{wishes}', '"blue"'),
          '{items,0,engraving}', '"Ada"'), '{payment_sessions,0,wallet}', '7')
        """);

    shop.update(cartId, new JsonObject().put("context", new JsonObject().put("a", 1)));

    JsonObject state = state(cartId);
    assertThat(state.getString("wishes")).isEqualTo("blue");
    assertThat(state.getJsonArray("items").getJsonObject(0).getString("engraving"))
        .isEqualTo("Ada");
    assertThat(state.getJsonArray("payment_sessions").getJsonObject(0).getInteger("wallet"))
        .isEqualTo(7);
  }

  @Test
  void aRefusalIsCheckedAgainstTheCartOfOtherNodes() {
    String cartId = shop.cartWithShirts(1);
    change(cartId, "state = jsonb_set(state, '{items,0,id}', '\"item_of_another_node\"')");

    Reply changed =
        shop.send(
            "storeUpdateLineItem",
            id(cartId).put("line_id", "item_of_another_node"),
            new JsonObject().put("quantity", 5));

    assertThat(shop.cart(changed).getJsonArray("items").getJsonObject(0).getInteger("quantity"))
        .isEqualTo(5);
  }

  @Test
  void aCartOfANewerStateVersionIsNotChanged() {
    String cartId = shop.cartWithShirts(1);
    change(cartId, "state_version = 2");
    JsonObject before = state(cartId);

    assertThat(shop.send("storeGetCart", id(cartId), null).status()).isEqualTo(503);
    assertThat(shop.send("storeAddLineItem", id(cartId), line(SHIRT, 1)).status()).isEqualTo(503);
    assertThat(state(cartId)).isEqualTo(before);
  }

  @Test
  void aCompletedCartRefusesEveryChangeAndCanBeRead() {
    String cartId = shop.cartWithShirts(1);
    String lineId = shop.get(cartId).getJsonArray("items").getJsonObject(0).getString("id");
    change(cartId, "completed_at = now(), order_id = 'order_1'");

    for (String operation :
        List.of(
            "storeUpdateCart",
            "storeAddLineItem",
            "storeUpdateLineItem",
            "storeDeleteLineItem",
            "storeAddShippingMethod",
            "storeCreatePaymentSessions",
            "storeSelectPaymentSession",
            "storeUpdatePaymentSession",
            "storeRefreshPaymentSession",
            "storeDeletePaymentSession")) {
      JsonObject body =
          line(SHIRT, 1)
              .put("option_id", STANDARD)
              .put("provider_id", "manual")
              .put("data", new JsonObject());
      JsonObject path = id(cartId).put("line_id", lineId).put("provider_id", "manual");
      Reply reply = shop.send(operation, path, body);

      assertThat(reply.status()).as(operation).isEqualTo(400);
      assertThat(reply.body().toJsonObject().getString("code"))
          .isEqualTo("cart_incompatible_state");
    }
    JsonObject cart = shop.get(cartId);
    assertThat(cart.getString("completed_at")).isNotNull();
    assertThat(cart.getJsonArray("items").getJsonObject(0).getString("order_id"))
        .isEqualTo("order_1");
  }

  @Test
  void aCompletedCartCostsWhatItCostThen() {
    String cartId = shop.cartWithShirts(1);
    String lineId = shop.get(cartId).getJsonArray("items").getJsonObject(0).getString("id");
    String basket =
        """
        {"basket": {
          "lines": [{"id": "%s", "unit_price": 1000, "quantity": 1, "includes_tax": false,
            "rates": [{"rate": 7, "name": "then", "code": null}], "discounted": false}],
          "methods": [], "free_shipping": false, "gift_cards_taxable": true, "taxed": true,
          "gift_cards": [{"id": "gift_gone", "balance": 100, "tax_rate": 7, "ends_at": null}]}}
        """
            .formatted(lineId);
    change(cartId, "completed_at = now(), order_id = 'order_1', state = state || '" + basket + "'");

    JsonObject cart = shop.get(cartId);

    JsonObject line = cart.getJsonArray("items").getJsonObject(0);
    assertThat(line.getLong("tax_total")).isEqualTo(70);
    assertThat(line.getJsonArray("tax_lines").getJsonObject(0).getString("name")).isEqualTo("then");
    assertThat(cart.getLong("gift_card_total")).isEqualTo(100);
    assertThat(cart.getLong("gift_card_tax_total")).isEqualTo(7);
    assertThat(cart.getLong("total")).isEqualTo(963);
  }

  @Test
  void theVersionRisesWithEveryChangeAndIsPublished() {
    String cartId = shop.cartWithShirts(1);
    shop.ship(cartId, STANDARD);

    assertThat(
            await(
                    shop.pool
                        .preparedQuery(
                            "SELECT aggregate_version FROM outbox WHERE key = $1 ORDER BY id")
                        .execute(Tuple.of(cartId)))
                .stream()
                .map(row -> row.getLong("aggregate_version")))
        .containsExactly(1L, 2L, 3L);
  }

  private void change(String cartId, String assignments) {
    await(
        shop.pool
            .preparedQuery(
                "UPDATE cart SET version = version + 1, " + assignments + " WHERE id = $1")
            .execute(Tuple.of(cartId)));
  }

  private JsonObject state(String cartId) {
    return await(
            shop.pool
                .preparedQuery("SELECT state FROM cart WHERE id = $1")
                .execute(Tuple.of(cartId)))
        .iterator()
        .next()
        .getJsonObject("state");
  }
}
