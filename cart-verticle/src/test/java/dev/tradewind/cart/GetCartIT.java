package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.line;
import static dev.tradewind.cart.FakeCatalog.CHANNEL;
import static dev.tradewind.cart.FakeCatalog.EU;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static dev.tradewind.cart.FakeCustomers.ADA;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GetCartIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void namedFieldsComeWithTheIdAndTotalsOnlyWhenNamed() {
    String cartId = shop.cartWithShirts(1);

    assertThat(read(cartId, "", "email,total").fieldNames())
        .containsExactlyInAnyOrder("id", "email", "total");
    assertThat(read(cartId, "", "").fieldNames()).containsExactly("id");
    assertThat(read(cartId, "", null).fieldNames())
        .contains("email", "total", "context")
        .doesNotContain("items", "region", "payment_sessions", "discounts");
  }

  @Test
  void namedRelationsReplaceTheUsualOnes() {
    String cartId = shop.cartWithShirts(1);

    JsonObject cart = read(cartId, "items.variant,customer", null);

    assertThat(cart.containsKey("region")).isFalse();
    assertThat(cart.containsKey("customer")).isTrue();
    JsonObject item = cart.getJsonArray("items").getJsonObject(0);
    assertThat(item.containsKey("tax_lines")).isFalse();
    assertThat(item.getJsonObject("variant").containsKey("product")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"expand,nonsense", "fields,nonsense", "expand,items.nonsense", "fields,items"})
  void unknownNamesAreRefused(String parameter, String name) {
    String cartId = shop.create().getString("id");

    assertRefused(
        query(cartId, new JsonObject().put(parameter, name)),
        400,
        "invalid_data",
        "Requested fields [" + name + "] are not valid");
  }

  @Test
  void anUnknownCartIsNotFound() {
    assertRefused(
        shop.send("storeGetCart", id("cart_x"), null),
        404,
        "not_found",
        "Cart with cart_x was not found");
  }

  @Test
  void aCustomerWhoIsLoggedInTakesTheCartOverAndThenItIsTheirsAlone() {
    String cartId = shop.cartWithShirts(1);

    JsonObject taken = shop.cart(shop.as(ADA, "storeGetCart", id(cartId), null));

    assertThat(taken.getString("customer_id")).isEqualTo(ADA);
    assertThat(shop.events(cartId))
        .containsExactly("cart.created", "cart.updated", "cart.customer_updated", "cart.updated");
    for (String operation : List.of("storeGetCart", "storeUpdateCart", "storeAddLineItem")) {
      assertRefused(
          shop.send(operation, id(cartId), line(SHIRT, 1)),
          404,
          "not_found",
          "Cart with " + cartId + " was not found");
    }
    assertThat(shop.as("cus_other", "storeGetCart", id(cartId), null).status()).isEqualTo(404);
    assertThat(shop.as(ADA, "storeAddLineItem", id(cartId), line(SHIRT, 1)).status())
        .isEqualTo(200);
  }

  @Test
  void aPageOfAnotherSiteDoesNotTakeTheCartOverForItsVisitor() {
    String cartId = shop.cartWithShirts(1);

    JsonObject shown = shop.cart(shop.readFromAnotherSite(ADA, id(cartId)));

    assertThat(shown.getString("customer_id")).isNull();
    assertThat(shop.get(cartId).getString("customer_id")).as("its maker still has it").isNull();
    assertThat(shop.events(cartId)).doesNotContain("cart.customer_updated");
  }

  /** Every caller in turns, so that each finds what was cached for the others. */
  @Test
  void aCachedCartIsShownToItsCustomerAlone() {
    String cartId = shop.cartWithShirts(1);
    String guest = shop.get(cartId).encode();
    assertThat(shop.get(cartId).encode()).isEqualTo(guest);
    assertThat(shop.cart(shop.readFromAnotherSite(ADA, id(cartId))).encode()).isEqualTo(guest);

    String taken = shop.cart(shop.as(ADA, "storeGetCart", id(cartId), null)).encode();
    for (int round = 0; round < 3; round++) {
      assertThat(shop.send("storeGetCart", id(cartId), null).status()).isEqualTo(404);
      assertThat(shop.as("cus_other", "storeGetCart", id(cartId), null).status()).isEqualTo(404);
      assertThat(shop.cart(shop.as(ADA, "storeGetCart", id(cartId), null)).encode())
          .isEqualTo(taken);
    }
  }

  @Test
  void theCartOfADraftOrderIsVisibleByItsIdAndKeepsItsCustomer() {
    String cartId = shop.cartWithShirts(1);
    shop.cart(shop.as(ADA, "storeGetCart", id(cartId), null));
    await(shop.pool.query("UPDATE cart SET type = 'draft_order'").execute());

    assertThat(shop.get(cartId).getString("customer_id")).isEqualTo(ADA);
    JsonObject seen = shop.cart(shop.as("cus_other", "storeGetCart", id(cartId), null));
    assertThat(seen.getString("customer_id")).isEqualTo(ADA);
  }

  @Test
  void otherVerticlesFindItsPriceContext() {
    String cartId = shop.create().getString("id");

    JsonObject context = await(new CartClient(shop.bus).findPriceContext(shop.context(), cartId));

    assertThat(context)
        .isEqualTo(
            new JsonObject()
                .put("region_id", EU)
                .put("sales_channel_id", CHANNEL)
                .putNull("customer_id"));
  }

  @Test
  void warmReadsAndChangesStayWithinTheirStatements() {
    String cartId = shop.cartWithShirts(1);
    shop.get(cartId);

    assertThat(shop.statementsOf(() -> shop.get(cartId))).isEqualTo(1);
    assertThat(shop.statementsOf(() -> shop.add(cartId, SHIRT, 1))).isEqualTo(3);
    shop.ship(cartId, STANDARD);
    shop.openSessions(cartId);
    assertThat(shop.statementsOf(() -> shop.get(cartId))).isEqualTo(2);
    assertThat(shop.statementsOf(() -> shop.get(cartId))).isEqualTo(1);
    assertThat(shop.statementsOf(() -> shop.ship(cartId, STANDARD))).isEqualTo(2);
    assertThat(shop.statementsOf(() -> shop.openSessions(cartId))).isEqualTo(1);
  }

  @Test
  void aChangeOfACartThatAnotherNodeSavedTakesOneStatementMore() {
    String cartId = shop.cartWithShirts(1);
    shop.get(cartId);
    await(shop.pool.query("UPDATE cart SET version = version + 1").execute());

    assertThat(shop.statementsOf(() -> shop.add(cartId, SHIRT, 1))).isEqualTo(4);
    assertThat(shop.statementsOf(() -> shop.add(cartId, SHIRT, 1))).isEqualTo(3);
    assertThat(shop.get(cartId).getJsonArray("items").getJsonObject(0).getInteger("quantity"))
        .isEqualTo(3);
  }

  private JsonObject read(String cartId, String expand, String fields) {
    JsonObject query = new JsonObject().put("expand", expand);
    return shop.cart(query(cartId, fields == null ? query : query.put("fields", fields)));
  }

  private Reply query(String cartId, JsonObject query) {
    return await(
        shop.sending(Principal.ANONYMOUS, "storeGetCart", id(cartId), query, null, "no-key"));
  }
}
