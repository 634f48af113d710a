package dev.tradewind.cart;

import static dev.tradewind.cart.CartShop.assertRefused;
import static dev.tradewind.cart.CartShop.id;
import static dev.tradewind.cart.CartShop.objects;
import static dev.tradewind.cart.FakeCatalog.EU;
import static dev.tradewind.cart.FakeCatalog.SHIRT;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Call;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PaymentSessionChangesIT {

  private final CartShop shop = new CartShop();

  @BeforeEach
  void reset() {
    TestPaymentProvider.reset();
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void dataOfTheStorefrontGoesToTheProviderAndItsAnswerIsMerged() {
    String cartId = cartPaidWith("manual", TestPaymentProvider.ID);
    JsonObject given = new JsonObject().put("data", new JsonObject().put("token", "t"));

    JsonObject cart = session("storeUpdatePaymentSession", cartId, "manual", given);

    assertThat(cart.getJsonObject("payment_session").getJsonObject("data"))
        .isEqualTo(new JsonObject().put("status", "pending"));
    JsonObject nested =
        session("storeUpdatePaymentSession", cartId, "manual", new JsonObject().put("data", given));
    assertThat(nested.getJsonObject("payment_session").getJsonObject("data"))
        .isEqualTo(new JsonObject().put("status", "pending").put("token", "t"));
    assertThat(
            session("storeUpdatePaymentSession", cartId, TestPaymentProvider.ID, given)
                .getJsonObject("payment_session")
                .getString("provider_id"))
        .isEqualTo(TestPaymentProvider.ID);
    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200", "data 1200");
  }

  @Test
  void dataForASessionThatIsNotThereIsRefused() {
    String cartId = shop.cartWithShirts(1);
    JsonObject data = new JsonObject().put("data", new JsonObject());

    assertRefused(
        send("storeUpdatePaymentSession", cartId, "manual", data),
        404,
        "not_found",
        "Could not find payment session");
    assertRefused(
        send("storeUpdatePaymentSession", cartId, "bank", data),
        400,
        "not_allowed",
        "The payment method is not available in this region");
  }

  @Test
  void aRefreshedSessionIsOpenedAgainAndStaysSelected() {
    String cartId = cartPaidWith(TestPaymentProvider.ID);

    JsonObject before = shop.get(cartId).getJsonObject("payment_session");
    JsonObject cart = session("storeRefreshPaymentSession", cartId, TestPaymentProvider.ID, null);

    JsonObject after = cart.getJsonObject("payment_session");
    assertThat(after.getString("id")).isNotEqualTo(before.getString("id"));
    assertThat(after.getBoolean("is_selected")).isTrue();
    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200", "create 1200", "delete 1200");
    assertThat(TestPaymentProvider.calls())
        .extracting(Call::key)
        .containsExactly(before.getString("id"), after.getString("id"), before.getString("id"));
  }

  @Test
  void aSessionThatIsNotSelectedGetsThePresentTotalAndAMissingOneNothing() {
    String cartId = cartPaidWith("manual", TestPaymentProvider.ID);

    JsonObject cart = session("storeRefreshPaymentSession", cartId, TestPaymentProvider.ID, null);

    assertThat(objects(cart.getJsonArray("payment_sessions")))
        .allSatisfy(each -> assertThat(each.getLong("amount")).isEqualTo(1200));
    assertThat(cart.getValue("payment_session")).isNull();
    List<String> events = shop.events(cartId);
    session("storeRefreshPaymentSession", cartId, "bank", null);
    assertThat(shop.events(cartId)).isEqualTo(events);
    assertThat(TestPaymentProvider.calls()).isEmpty();
  }

  @Test
  void aDeletedSessionIsAlsoDeletedAtItsProvider() {
    String cartId = cartPaidWith(TestPaymentProvider.ID);
    String sessionId = shop.get(cartId).getJsonObject("payment_session").getString("id");

    JsonObject cart = session("storeDeletePaymentSession", cartId, TestPaymentProvider.ID, null);

    assertThat(cart.getJsonArray("payment_sessions")).isEmpty();
    assertThat(TestPaymentProvider.calls())
        .extracting(Call::toString)
        .containsExactly("create 1200", "delete 1200");
    assertThat(TestPaymentProvider.calls())
        .extracting(Call::key)
        .containsExactly(sessionId, sessionId);
    List<String> events = shop.events(cartId);
    session("storeDeletePaymentSession", cartId, TestPaymentProvider.ID, null);
    assertThat(shop.events(cartId)).isEqualTo(events);
  }

  @Test
  void aFailedSessionDeletionDoesNotPreventTheChangeOfTheCart() {
    String cartId = cartPaidWith(TestPaymentProvider.ID);
    TestPaymentProvider.answer(Outcome.FAILS);

    JsonObject cart = session("storeDeletePaymentSession", cartId, TestPaymentProvider.ID, null);

    assertThat(cart.getJsonArray("payment_sessions")).isEmpty();
  }

  @Test
  void sessionsOfConflictingChangesAreDeleted() {
    offer(TestPaymentProvider.ID);
    String cartId = shop.cartWithShirts(1);

    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      replies.add(shop.sending("storeCreatePaymentSessions", id(cartId), null));
    }
    replies.forEach(reply -> assertThat(await(reply).status()).isEqualTo(200));

    assertThat(openSessions())
        .containsExactly(shop.get(cartId).getJsonObject("payment_session").getString("id"));
  }

  @Test
  void aProviderAnswerAfterTheDeadlineIsNotSavedAndItsSessionIsDeleted() {
    offer(TestPaymentProvider.ID);
    String cartId = shop.cartWithShirts(1);
    JsonObject before = shop.get(cartId);
    TestPaymentProvider.answer(call -> {
      shop.clock.advance(Duration.ofMinutes(1));
      return Outcome.DONE;
    });

    Reply reply = shop.send("storeCreatePaymentSessions", id(cartId), null);

    assertThat(reply.status()).isEqualTo(409);
    assertThat(shop.get(cartId)).isEqualTo(before);
    assertThat(openSessions()).isEmpty();
  }

  @Test
  void nothingIsSavedAfterTheDeadline() {
    String cartId = shop.cartWithShirts(1);
    JsonObject before = shop.get(cartId);
    shop.catalog.beforeQuote = () -> shop.clock.advance(Duration.ofMinutes(1));

    assertThat(shop.send("storeAddLineItem", id(cartId), CartShop.line(SHIRT, 1)).status())
        .isEqualTo(409);
    JsonObject body = new JsonObject().put("items", new JsonArray().add(CartShop.line(SHIRT, 1)));
    assertThat(shop.send("storeCreateCart", new JsonObject(), body).status()).isEqualTo(409);

    assertThat(shop.get(cartId)).isEqualTo(before);
    assertThat(
            await(shop.pool.query("SELECT count(*) FROM cart").execute())
                .iterator()
                .next()
                .getLong(0))
        .isEqualTo(1);
  }

  @Test
  void allTaxesAreCalculatedAndNothingIsStored() {
    shop.catalog.regions.get(EU).put("automatic_taxes", false);
    String cartId = shop.cartWithShirts(1);
    List<String> events = shop.events(cartId);

    JsonObject taxed = shop.call("storeCalculateCartTaxes", id(cartId), null);

    assertThat(taxed.getLong("tax_total")).isEqualTo(200);
    assertThat(taxed.getLong("total")).isEqualTo(1200);
    assertThat(taxed.getJsonArray("items").getJsonObject(0).getJsonArray("tax_lines")).hasSize(1);
    assertThat(shop.get(cartId).getLong("total")).isEqualTo(1000);
    assertThat(shop.events(cartId)).isEqualTo(events);
    assertRefused(
        shop.send("storeCalculateCartTaxes", id("cart_x"), null),
        404,
        "not_found",
        "Cart with cart_x was not found");
  }

  private String cartPaidWith(String... providers) {
    offer(providers);
    String cartId = shop.cartWithShirts(1);
    shop.openSessions(cartId);
    return cartId;
  }

  private void offer(String... providers) {
    JsonArray offered = new JsonArray();
    List.of(providers).forEach(provider -> offered.add(new JsonObject().put("id", provider)));
    shop.catalog.regions.get(EU).put("payment_providers", offered);
  }

  private Reply send(String operation, String cartId, String provider, JsonObject body) {
    return shop.send(operation, id(cartId).put("provider_id", provider), body);
  }

  private JsonObject session(String operation, String cartId, String provider, JsonObject body) {
    return shop.cart(send(operation, cartId, provider, body));
  }

  /** Keys of the sessions that were opened at the provider and not deleted. */
  private static List<String> openSessions() {
    List<String> open = new ArrayList<>();
    for (Call call : TestPaymentProvider.calls()) {
      if (call.kind() == Kind.CREATE) {
        open.add(call.key());
      } else if (call.kind() == Kind.DELETE) {
        open.remove(call.key());
      }
    }
    return open;
  }
}
