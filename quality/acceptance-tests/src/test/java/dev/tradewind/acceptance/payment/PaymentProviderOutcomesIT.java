package dev.tradewind.acceptance.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.spi.payment.Authorization;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Responses and failures of payment providers during a completion: there is never a second order,
 * and no authorization is left over.
 */
class PaymentProviderOutcomesIT {

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    shop.openRegionPaidWith(TestPaymentProvider.ID);
  }

  @ParameterizedTest
  @CsvSource({"REQUIRES_MORE, requires_more", "PENDING, pending"})
  void aRequiredActionReturnsTheCartAndTheSameKeyCompletesLater(
      Authorization.Status answer, String status) {
    String cartId = readyCart();
    TestPaymentProvider.authorizeNext(cartId, answer);

    Answer waiting = complete(cartId, "key");

    assertThat(waiting.status()).isEqualTo(200);
    assertThat(waiting.body().getString("type")).isEqualTo("cart");
    assertThat(waiting.body().getString("payment_status")).isEqualTo(status);
    JsonObject session = waiting.body().getJsonObject("data").getJsonObject("payment_session");
    assertThat(session.getString("status")).isEqualTo(status);
    assertThat(shop.orderCount(cartId)).isZero();

    Answer done = complete(cartId, "key");
    assertThat(done.body().getString("type")).isEqualTo("order");
    assertThat(complete(cartId, "key").text()).isEqualTo(done.text());
  }

  @Test
  void aDeclinedPaymentIsRefusedAndCanBeRetried() {
    String cartId = readyCart();
    TestPaymentProvider.authorizeNext(cartId, Authorization.Status.ERROR);

    Answer refused = complete(cartId, "key");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().getString("type")).isEqualTo("payment_authorization_error");
    assertThat(shop.orderCount(cartId)).isZero();
    assertThat(complete(cartId, "key").status()).isEqualTo(200);
  }

  @Test
  void aFailingProviderLeavesTheAttemptOpenAndARetryContinuesItWithTheSameKey() {
    String cartId = readyCart();
    TestPaymentProvider.answerNext(cartId, Outcome.FAILS);

    Answer broken = complete(cartId, "key");

    assertThat(broken.status()).isEqualTo(503);
    assertThat(shop.paymentAttempts(cartId)).containsExactly("authorizing");
    assertThat(complete(cartId, "key").status()).isEqualTo(200);
    assertThat(TestPaymentProvider.keys(cartId, Kind.AUTHORIZE)).hasSize(2);
    assertThat(TestPaymentProvider.keys(cartId, Kind.AUTHORIZE).get(0))
        .isEqualTo(TestPaymentProvider.keys(cartId, Kind.AUTHORIZE).get(1));
    assertThat(shop.paymentAttempts(cartId)).containsExactly("used");
  }

  @Test
  void aCartChangedDuringItsAuthorizationPaysItsNewTotal() {
    JsonObject variant = shop.newVariant(1_000, 9);
    String cartId = readyCart(variant);
    TestPaymentProvider.answerNext(cartId, Outcome.FAILS);
    assertThat(complete(cartId, "key").status()).isEqualTo(503);

    storefront.post(
        "/store/carts/" + cartId + "/line-items",
        new JsonObject().put("variant_id", variant.getString("id")).put("quantity", 2));
    Answer done = complete(cartId, "key");

    assertThat(done.status()).isEqualTo(200);
    JsonObject order = done.body().getJsonObject("data");
    assertThat(order.getLong("total")).isEqualTo(3_000);
    assertThat(order.getJsonArray("payments").getJsonObject(0).getLong("amount")).isEqualTo(3_000);
    assertThat(shop.paymentAttempts(cartId)).containsExactlyInAnyOrder("voided", "used");
    assertThat(TestPaymentProvider.keys(cartId, Kind.CANCEL))
        .containsExactly(TestPaymentProvider.keys(cartId, Kind.AUTHORIZE).get(0));
  }

  private static Answer complete(String cartId, String key) {
    return storefront.post("/store/carts/" + cartId + "/complete", null, "Idempotency-Key", key);
  }

  private static String readyCart() {
    return readyCart(shop.newVariant(1_000, 9));
  }

  @Test
  void missingStockVoidsTheAuthorization() {
    JsonObject variant = shop.newVariant(1_000, 1);
    String cartId = readyCart(variant);
    assertThat(complete(readyCart(variant), "key").status()).isEqualTo(200);

    assertThat(complete(cartId, "key").status()).isEqualTo(409);

    assertThat(shop.paymentAttempts(cartId)).containsExactly("voided");
    assertThat(TestPaymentProvider.keys(cartId, Kind.CANCEL))
        .isEqualTo(TestPaymentProvider.keys(cartId, Kind.AUTHORIZE));
  }

  /** Cart in the region of the scripted provider, without shipping and taxes. */
  private static String readyCart(JsonObject variant) {
    String cartId =
        storefront
            .createCart(Shop.regionPaidWith(TestPaymentProvider.ID), variant.getString("id"), 1)
            .getString("id");
    storefront.post("/store/carts/" + cartId, new JsonObject().put("email", "shopper@example.com"));
    storefront.post("/store/carts/" + cartId + "/payment-sessions", null);
    return cartId;
  }
}
