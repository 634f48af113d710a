package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.line;
import static dev.tradewind.cart.CartShop.objects;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.cart.FakeCatalog.STANDARD;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PaymentSessionIT {

  private final CartShop shop = new CartShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theOnlyProviderIsSelectedAtOnce() {
    JsonObject cart = shop.openSessions(shop.cartWithShirts(1));

    JsonObject session = cart.getJsonObject("payment_session");
    assertThat(session.getString("provider_id")).isEqualTo("manual");
    assertThat(session.getBoolean("is_selected")).isTrue();
    assertThat(session.getBoolean("is_initiated")).isTrue();
    assertThat(session.getLong("amount")).isEqualTo(1200);
    assertThat(session.getJsonObject("data")).isEqualTo(new JsonObject().put("status", "pending"));
  }

  @Test
  void oneOfSeveralProvidersIsSelectedByTheShopper() {
    String cartId = americanCart();
    JsonObject opened = shop.openSessions(cartId);
    assertThat(opened.getJsonArray("payment_sessions")).hasSize(2);
    assertThat(opened.getValue("payment_session")).isNull();

    select(cartId, "manual");
    JsonObject cart = shop.cart(select(cartId, "system"));

    assertThat(cart.getJsonObject("payment_session").getString("provider_id")).isEqualTo("system");
    assertThat(objects(cart.getJsonArray("payment_sessions")))
        .filteredOn(session -> session.getString("provider_id").equals("manual"))
        .singleElement()
        .satisfies(session -> {
          assertThat(session.getValue("is_selected")).isNull();
          assertThat(session.getBoolean("is_initiated")).isFalse();
        });
  }

  @Test
  void sessionsFollowTheTotal() {
    String cartId = shop.cartWithShirts(1);
    shop.openSessions(cartId);

    JsonObject grown = shop.add(cartId, SHIRT, 1);
    assertThat(grown.getJsonObject("payment_session").getLong("amount")).isEqualTo(2400);

    JsonObject shipped = shop.ship(cartId, STANDARD);
    assertThat(shipped.getJsonObject("payment_session").getLong("amount")).isEqualTo(3600);
  }

  @Test
  void nothingDueNeedsNoSession() {
    String cartId = shop.cartWithShirts(1);
    shop.openSessions(cartId);
    shop.catalog.prices.put(FakeCatalog.EU + SHIRT, 0L);

    JsonObject cart = shop.add(cartId, SHIRT, 1);

    assertThat(cart.getLong("total")).isZero();
    assertThat(cart.getJsonArray("payment_sessions")).isEmpty();
    assertThat(shop.openSessions(cartId).getJsonArray("payment_sessions")).isEmpty();
  }

  @Test
  void taxesAreInTheSessionWhereTheRegionDoesNotShowThem() {
    shop.catalog.regions.get(FakeCatalog.EU).put("automatic_taxes", false);
    String cartId = shop.cartWithShirts(1);
    assertThat(shop.get(cartId).getLong("total")).isEqualTo(1000);

    JsonObject cart = shop.openSessions(cartId);

    assertThat(cart.getLong("total")).isEqualTo(1200);
    assertThat(cart.getJsonObject("payment_session").getLong("amount")).isEqualTo(1200);
    assertThat(shop.add(cartId, SHIRT, 1).getJsonObject("payment_session").getLong("amount"))
        .isEqualTo(2400);
  }

  @Test
  void unavailableSessionsCannotBeSelected() {
    String cartId = shop.cartWithShirts(1);
    assertRefused(select(cartId, "manual"), 404, "not_found", "Could not find payment session");
    assertRefused(
        select(cartId, "bank"),
        400,
        "not_allowed",
        "The payment method is not available in this region");
  }

  @Test
  void openingSessionsPublishesNoEventAndSelectingDoes() {
    String cartId = americanCart();
    shop.openSessions(cartId);
    assertThat(shop.events(cartId)).containsExactly("cart.created", "cart.updated");

    select(cartId, "manual");
    assertThat(shop.events(cartId)).containsExactly("cart.created", "cart.updated", "cart.updated");
  }

  @Test
  void parallelOpeningsLeaveOneSessionForEachProvider() {
    String cartId = americanCart();

    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      replies.add(shop.sending("storeCreatePaymentSessions", id(cartId), null));
    }
    replies.forEach(reply -> assertThat(await(reply).status()).isEqualTo(200));

    assertThat(shop.get(cartId).getJsonArray("payment_sessions")).hasSize(2);
  }

  private String americanCart() {
    return shop.create(
            new JsonObject()
                .put("region_id", FakeCatalog.US)
                .put("items", new JsonArray().add(line(SHIRT, 1))))
        .getString("id");
  }

  private Reply select(String cartId, String provider) {
    return shop.send(
        "storeSelectPaymentSession", id(cartId), new JsonObject().put("provider_id", provider));
  }
}
