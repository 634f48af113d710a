package dev.tradewind.acceptance.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.testing.RecordedAnswers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checkout from an empty cart to the published order event. */
class CheckoutIT {

  private static Shop shop;
  private static Storefront storefront;

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
  }

  @Test
  void aCartBecomesAnOrderAndItsEventIsPublished() {
    JsonObject europe = storefront.region("eur");
    JsonObject variant = shop.newVariant(1_500, 10);

    JsonObject cart = storefront.createCart(europe.getString("id"), variant.getString("id"), 2);
    String cartId = cart.getString("id");
    assertThat(cart.getLong("subtotal")).isEqualTo(3_000);
    JsonObject ready = storefront.prepareForCompletion(cartId, "Ada@Example.com", "de");
    Answer completion = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(completion.status()).isEqualTo(200);
    assertThat(completion.body().getString("type")).isEqualTo("order");
    JsonObject order = completion.body().getJsonObject("data");
    assertThat(order.getString("cart_id")).isEqualTo(cartId);
    assertThat(order.getString("email")).isEqualTo("ada@example.com");
    assertThat(order.getString("payment_status")).isEqualTo("awaiting");
    assertThat(order.getLong("total")).isEqualTo(ready.getLong("total"));
    assertThat(order.getLong("paid_total")).isEqualTo(ready.getLong("total"));
    assertThat(shop.stockOf(variant.getString("id"))).isEqualTo(8);

    Answer read = storefront.get("/store/orders/" + order.getString("id"));
    assertThat(read.body().getJsonObject("order").getLong("total"))
        .isEqualTo(order.getLong("total"));
    assertThat(read.body().getJsonObject("order").getInteger("display_id"))
        .isEqualTo(order.getInteger("display_id"));

    assertThat(shop.events("commerce.order.v1", order.getString("id"), 2))
        .singleElement()
        .satisfies(event -> {
          assertThat(event.header("ce_type")).isEqualTo("order.placed");
          assertThat(event.header("ce_subject")).isEqualTo(order.getString("id"));
          assertThat(event.header("ce_aggregateversion")).isEqualTo("1");
          assertThat(event.data().getString("cart_id")).isEqualTo(cartId);
        });
  }

  @Test
  void aCompletionAtAnotherTotalThanTheExpectedOneIsRefusedWithTheCart() {
    String variant = shop.newVariant(900, 5).getString("id");
    String cartId = shop.readyCart(variant, 1);
    long total = storefront.get("/store/carts/" + cartId).cart().getLong("total");
    for (String path : List.of("/complete", "/complete-cart")) {
      Answer refused =
          storefront.post(
              "/store/carts/" + cartId + path,
              new JsonObject().put("expected_total", total - 1),
              "Idempotency-Key",
              "expected");

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.body().getString("code")).isEqualTo("total_changed");
      assertThat(refused.body().getJsonObject("cart").getLong("total")).isEqualTo(total);
    }
    assertThat(shop.stockOf(variant)).isEqualTo(5);
    JsonObject expected = new JsonObject().put("expected_total", total).put("ignored", true);

    Answer placed =
        storefront.post(
            "/store/carts/" + cartId + "/complete", expected, "Idempotency-Key", "expected");
    Answer repeated =
        storefront.post(
            "/store/carts/" + cartId + "/complete", expected, "Idempotency-Key", "expected");
    Answer other =
        storefront.post(
            "/store/carts/" + cartId + "/complete",
            new JsonObject().put("expected_total", 1),
            "Idempotency-Key",
            "expected");

    assertThat(placed.status()).isEqualTo(200);
    assertThat(placed.body().getJsonObject("data").getLong("total")).isEqualTo(total);
    assertThat(repeated.text()).isEqualTo(placed.text());
    assertThat(other.status()).isEqualTo(422);
  }

  @Test
  void aRepeatedCompletionReturnsTheSameOrder() {
    String cartId = shop.readyCart(shop.newVariant(900, 5).getString("id"), 1);
    Answer first =
        storefront.post("/store/carts/" + cartId + "/complete", null, "Idempotency-Key", "mine");

    Answer sameKey =
        storefront.post("/store/carts/" + cartId + "/complete", null, "Idempotency-Key", "mine");
    Answer otherKey =
        storefront.post("/store/carts/" + cartId + "/complete", null, "Idempotency-Key", "other");

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.header("idempotency-key")).isEqualTo("mine");
    assertThat(sameKey.text()).isEqualTo(first.text());
    assertThat(otherKey.body()).isEqualTo(first.body());
  }

  @Test
  void aCompletedCartRefusesChangesAndCanBeRead() {
    JsonObject variant = shop.newVariant(900, 5);
    String cartId = shop.readyCart(variant.getString("id"), 1);
    storefront.post("/store/carts/" + cartId + "/complete", null);

    Answer change =
        storefront.post(
            "/store/carts/" + cartId + "/line-items",
            new JsonObject().put("variant_id", variant.getString("id")).put("quantity", 1));

    assertThat(change.status()).isEqualTo(400);
    assertThat(change.body().getString("type")).isEqualTo("not_allowed");
    Answer read = storefront.get("/store/carts/" + cartId);
    assertThat(read.cart().getString("completed_at")).isNotNull();
    assertThat(read.cart().getJsonArray("items")).hasSize(1);
  }

  @Test
  void aCompletedCartShowsItsPayment() {
    String cartId = shop.readyCart(shop.newVariant(900, 5).getString("id"), 1);
    JsonObject order =
        storefront.post("/store/carts/" + cartId + "/complete", null).body().getJsonObject("data");

    JsonObject cart = storefront.get("/store/carts/" + cartId).cart();

    JsonObject payment = order.getJsonArray("payments").getJsonObject(0);
    assertThat(cart.getJsonObject("payment")).isEqualTo(payment);
    assertThat(cart.getString("payment_id")).isEqualTo(payment.getString("id"));
    assertThat(cart.getString("payment_authorized_at")).isEqualTo(cart.getString("completed_at"));
    JsonObject session = cart.getJsonObject("payment_session");
    assertThat(session.getString("status")).isEqualTo("authorized");
    assertThat(session.getJsonObject("data").getString("status")).isEqualTo("authorized");
    assertThat(session.getString("payment_authorized_at")).isNotNull();
  }

  @Test
  void theDeprecatedCompletionPathAndATrailingSlashCallTheSameOperation() {
    String cartId = shop.readyCart(shop.newVariant(900, 5).getString("id"), 1);
    String cart = "/store/carts/" + cartId;

    Answer first = storefront.post(cart + "/complete-cart", null, "Idempotency-Key", "alias");
    Answer second = storefront.post(cart + "/complete/", null, "Idempotency-Key", "alias");

    assertThat(first.status()).isEqualTo(200);
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(storefront.get(cart + "/").status()).isEqualTo(200);
    assertThat(storefront.post(cart + "/taxes/", null).status()).isEqualTo(200);
  }

  @Test
  void aCompletionHasTheFieldsOfTheRecordedOne() {
    String cartId = shop.readyCart(shop.newVariant(900, 5).getString("id"), 1);

    Answer completion = storefront.post("/store/carts/" + cartId + "/complete", null);

    Set<String> expected =
        new TreeSet<>(RecordedAnswers.paths(RecordedAnswers.body("store-complete-cart")));
    // The stock that the order has just changed; reading the order shows it as it is then.
    expected.remove(".data.items[].variant.inventory_quantity");
    assertThat(RecordedAnswers.paths(completion.body())).containsAll(expected);
  }

  @Test
  void aCartWithoutAPaymentSessionCannotBeCompleted() {
    JsonObject cart =
        storefront.createCart(
            storefront.region("eur").getString("id"), shop.newVariant(900, 5).getString("id"), 1);

    Answer answer = storefront.post("/store/carts/" + cart.getString("id") + "/complete", null);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().getString("message"))
        .isEqualTo("You cannot complete a cart without a payment session.");
  }

  @Test
  void anEmptyCartCannotBeCompleted() {
    Answer created =
        storefront.post(
            "/store/carts",
            new JsonObject().put("region_id", storefront.region("eur").getString("id")));

    Answer answer =
        storefront.post("/store/carts/" + created.cart().getString("id") + "/complete", null);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.body().getString("message")).isEqualTo("Cannot create order from empty cart");
  }

  @Test
  void missingStockRefusesTheCompletion() {
    JsonObject variant = shop.newVariant(900, 3);
    String cartId = shop.readyCart(variant.getString("id"), 3);
    String rival = shop.readyCart(variant.getString("id"), 1);
    assertThat(storefront.post("/store/carts/" + rival + "/complete", null).status())
        .isEqualTo(200);

    Answer refused = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body().getString("type")).isEqualTo("not_allowed");
    assertThat(refused.body().getString("code")).isEqualTo("insufficient_inventory");
    assertThat(refused.body().getJsonArray("errors")).hasSize(1);
    assertThat(shop.stockOf(variant.getString("id"))).isEqualTo(2);
    assertThat(shop.paymentAttempts(cartId)).as("the provider holds no money").isEmpty();

    shop.restock(variant.getString("id"), 3);
    assertThat(storefront.post("/store/carts/" + cartId + "/complete", null).status())
        .isEqualTo(200);
    assertThat(shop.stockOf(variant.getString("id"))).isZero();
  }

  @Test
  void anUnknownCartOrOrderIsNotFound() {
    assertThat(storefront.post("/store/carts/cart_none/complete", null).status()).isEqualTo(404);
    Answer order = storefront.get("/store/orders/order_none");
    assertThat(order.status()).isEqualTo(404);
    assertThat(order.body().getString("message"))
        .isEqualTo("Order with id: order_none was not found");
  }

  @Test
  void anOrderShowsTheRequestedFieldsAndRelations() {
    String cartId = shop.readyCart(shop.newVariant(900, 5).getString("id"), 1);
    JsonObject order =
        storefront.post("/store/carts/" + cartId + "/complete", null).body().getJsonObject("data");
    String path = "/store/orders/" + order.getString("id");

    assertThat(order(path + "?fields=&expand=").fieldNames()).containsExactly("id");
    assertThat(order(path + "?fields=email,total&expand=").fieldNames())
        .containsExactlyInAnyOrder("id", "email", "total");
    assertThat(order(path + "?fields=email&expand=items").fieldNames())
        .containsExactlyInAnyOrder("id", "email", "items");
    JsonArray items = order(path + "?expand=items").getJsonArray("items");
    assertThat(items.getJsonObject(0).containsKey("variant")).isFalse();
    Answer unknown = storefront.get(path + "?expand=secrets");
    assertThat(unknown.status()).isEqualTo(400);
    assertThat(unknown.body().getString("message"))
        .isEqualTo("Requested fields [secrets] are not valid");
  }

  private static JsonObject order(String path) {
    return storefront.get(path).body().getJsonObject("order");
  }
}
