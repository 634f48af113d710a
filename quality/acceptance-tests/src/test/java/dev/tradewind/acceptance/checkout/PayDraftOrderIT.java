package dev.tradewind.acceptance.checkout;

import static dev.tradewind.acceptance.checkout.DraftOrderApi.draft;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.item;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.order;
import static dev.tradewind.acceptance.checkout.DraftOrderApi.refused;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.Storefront;
import dev.tradewind.acceptance.TestIdentities;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Payment of draft orders: each becomes one order, and a cancellation returns what the order took.
 */
class PayDraftOrderIT {

  private static final long PRICE = 1_000;
  private static final String ORDERS = "commerce.order.v1";
  private static final String DRAFT_ORDER_TOPIC = "commerce.draft-order.v1";

  private static Shop shop;
  private static Storefront storefront;
  private static DraftOrderApi draftOrders;

  private final String variantId = shop.newVariant(PRICE, 10).getString("id");

  @BeforeAll
  static void open() {
    shop = Shop.shared();
    storefront = shop.storefront();
    draftOrders = new DraftOrderApi(shop);
  }

  @Test
  void paymentTakesStockRedeemsDiscountsAndCaptures() {
    String code = Ids.ulid();
    shop.discountFixtures().newDiscount(code, "percentage", 10, 1, draftOrders.regionId());
    JsonObject created =
        draftOrders.created(
            draftOrders
                .body(item(variantId, 3))
                .put("no_notification_order", true)
                .put("discounts", new JsonArray().add(new JsonObject().put("code", code))));
    String id = created.getString("id");
    String key = Ids.ulid();

    JsonObject order = order(draftOrders.pay(id, key));

    assertThat(order.getString("payment_status")).isEqualTo("captured");
    assertThat(order.getString("draft_order_id")).isEqualTo(id);
    assertThat(order.getJsonObject("draft_order").getString("status")).isEqualTo("completed");
    assertThat(order.getBoolean("no_notification")).isTrue();
    assertThat(order.getLong("discount_total")).isEqualTo(300);
    JsonObject payment = order.getJsonArray("payments").getJsonObject(0);
    assertThat(payment.getString("provider_id")).isEqualTo("system");
    assertThat(payment.getString("captured_at")).isNotNull();
    assertThat(payment.getLong("amount")).isEqualTo(order.getLong("total"));
    assertThat(shop.stockOf(variantId)).isEqualTo(7);
    assertThat(shop.discountFixtures().usageCountOf(code)).isEqualTo(1);
    JsonObject draft = draft(draftOrders.admin("GET", "/admin/draft-orders/" + id, null));
    assertThat(draft.getString("status")).isEqualTo("completed");
    assertThat(draft.getString("order_id")).isEqualTo(order.getString("id"));
    assertThat(draft.getString("completed_at")).isNotNull();
    assertThat(draft.getString("idempotency_key")).isEqualTo(key);
    assertThat(draft.getJsonObject("order").getString("id")).isEqualTo(order.getString("id"));

    assertThat(order(draftOrders.pay(id, key)).getString("id")).isEqualTo(order.getString("id"));
    refused(
        draftOrders.pay(id),
        422,
        "Order with cart_id " + created.getString("cart_id") + " already exists.");
    String path = "/admin/draft-orders/" + id;
    for (Answer refused :
        List.of(
            draftOrders.admin("POST", path, new JsonObject().put("no_notification_order", false)),
            draftOrders.admin("POST", path + "/line-items", item(variantId, 1)),
            draftOrders.admin("POST", path + "/line-items/item_1", new JsonObject()),
            draftOrders.admin("DELETE", path + "/line-items/item_1", null))) {
      refused(refused, 400, "You are only allowed to update open draft orders");
    }
    assertThat(shop.events(ORDERS, order.getString("id"), 2))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("order.placed", "order.payment_captured");
    assertThat(shop.events(DRAFT_ORDER_TOPIC, id, 2))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("draft_order.created", "draft_order.completed");
  }

  @Test
  void aPaidDraftOrderShowsOnePaymentSessionOfItsAmount() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 2)));
    String id = created.getString("id");
    JsonObject payment = order(draftOrders.pay(id)).getJsonArray("payments").getJsonObject(0);

    JsonObject cart =
        draft(draftOrders.admin("GET", "/admin/draft-orders/" + id, null)).getJsonObject("cart");

    assertThat(cart.getJsonArray("payment_sessions")).hasSize(1);
    JsonObject session = cart.getJsonObject("payment_session");
    assertThat(cart.getJsonArray("payment_sessions").getJsonObject(0)).isEqualTo(session);
    assertThat(session.getString("provider_id")).isEqualTo("system");
    assertThat(session.getString("status")).isEqualTo("authorized");
    assertThat(session.getBoolean("is_selected")).isTrue();
    assertThat(session.getLong("amount")).isEqualTo(payment.getLong("amount"));
    assertThat(session.getString("payment_authorized_at"))
        .isEqualTo(cart.getString("payment_authorized_at"))
        .isNotNull();
    JsonObject shopped = storefront.get("/store/carts/" + created.getString("cart_id")).cart();
    assertThat(shopped.getJsonObject("payment_session")).isEqualTo(session);
    assertThat(created.getJsonObject("cart").getJsonArray("payment_sessions")).isEmpty();
  }

  @Test
  void aPaidDraftOrderShowsNoSessionThatItsShopperSelected() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 2)));
    String id = created.getString("id");
    String cartId = created.getString("cart_id");
    storefront.prepareForCompletion(cartId, DraftOrderApi.newEmail(), "de");
    JsonObject selected = storefront.get("/store/carts/" + cartId).cart();
    assertThat(selected.getJsonObject("payment_session").getString("provider_id"))
        .isNotEqualTo("system");

    JsonObject payment = order(draftOrders.pay(id)).getJsonArray("payments").getJsonObject(0);

    JsonObject cart = storefront.get("/store/carts/" + cartId).cart();
    JsonObject session = cart.getJsonObject("payment_session");
    assertThat(cart.getJsonArray("payment_sessions")).containsExactly(session);
    assertThat(session.getString("provider_id")).isEqualTo(payment.getString("provider_id"));
    assertThat(session.getString("status")).isEqualTo("authorized");
    assertThat(session.getLong("amount")).isEqualTo(payment.getLong("amount"));
  }

  @Test
  void aDraftOrderThatIsDeletedWhileItIsPaidBecomesNoOrder() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 1)));
    String cartId = created.getString("cart_id");
    await(
        shop.carts()
            .query(
                """
                SET ROLE NONE;
                CREATE FUNCTION cart.delete_draft() RETURNS trigger LANGUAGE plpgsql
                  SECURITY DEFINER AS
                  'BEGIN DELETE FROM orders.draft_order WHERE cart_id = NEW.cart_id; RETURN NEW; END';
                CREATE TRIGGER delete_draft BEFORE INSERT ON cart.payment_attempt FOR EACH ROW
                  WHEN (NEW.cart_id = '%s') EXECUTE FUNCTION cart.delete_draft();
                SET ROLE cart;
                """
                    .formatted(cartId))
            .execute());

    Answer answer = draftOrders.pay(created.getString("id"));

    await(
        shop.carts()
            .query("SET ROLE NONE; DROP FUNCTION cart.delete_draft CASCADE; SET ROLE cart")
            .execute());
    assertThat(answer.status()).as(answer.text()).isEqualTo(409);
    assertThat(shop.orderCount(cartId)).isZero();
    assertThat(shop.stockOf(variantId)).isEqualTo(10);
  }

  @Test
  void concurrentPaymentsPlaceOneOrder() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 1)));

    List<Answer> answers =
        IntStream.range(0, 8)
            .mapToObj(each -> draftOrders.payLater(created.getString("id")))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();

    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers).filteredOn(answer -> answer.status() == 422).hasSize(7);
    assertThat(shop.orderCount(created.getString("cart_id"))).isEqualTo(1);
    assertThat(shop.stockOf(variantId)).isEqualTo(9);
  }

  @Test
  void aDraftOrderWithMissingStockStaysOpen() {
    JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 11)));

    Answer short1 = draftOrders.pay(created.getString("id"));

    assertThat(short1.status()).as(short1.text()).isEqualTo(409);
    assertThat(short1.body().getString("code")).isEqualTo("insufficient_inventory");
    assertThat(shop.paymentAttempts(created.getString("cart_id"))).containsExactly("voided");
    shop.restock(variantId, 11);
    assertThat(order(draftOrders.pay(created.getString("id"))).getString("status"))
        .isEqualTo("pending");
    assertThat(shop.stockOf(variantId)).isZero();
  }

  @Test
  void anEmptyDraftOrderCannotBePaid() {
    JsonObject created = draftOrders.created(draftOrders.body());
    refused(draftOrders.pay(created.getString("id")), 400, "Cannot create order from empty cart");
    refused(draftOrders.pay("dorder_none"), 404, "Draft order with dorder_none was not found");
  }

  @Test
  void aDraftOrderWithATotalOfZeroIsCaptured() {
    JsonObject created =
        draftOrders.created(
            draftOrders.body(new JsonObject().put("quantity", 1).put("title", "A smile")));
    JsonObject order = order(draftOrders.pay(created.getString("id")));
    assertThat(order.getLong("total")).isZero();
    assertThat(order.getString("payment_status")).isEqualTo("captured");
    assertThat(order.getJsonArray("payments")).isEmpty();
  }

  @Test
  void completingTheCartCompletesTheDraftOrder() {
    JsonObject created =
        draftOrders.created(
            draftOrders.body(item(variantId, 2)).put("no_notification_order", true));
    String cartId = created.getString("cart_id");
    storefront.prepareForCompletion(cartId, DraftOrderApi.newEmail(), "de");

    Answer completed = storefront.post("/store/carts/" + cartId + "/complete", null);

    assertThat(completed.status()).as(completed.text()).isEqualTo(200);
    JsonObject order = completed.body().getJsonObject("data");
    assertThat(order.getString("draft_order_id")).isEqualTo(created.getString("id"));
    assertThat(order.getBoolean("no_notification")).isTrue();
    JsonObject draft =
        draft(draftOrders.admin("GET", "/admin/draft-orders/" + created.getString("id"), null));
    assertThat(draft.getString("status")).isEqualTo("completed");
    assertThat(draft.getString("order_id")).isEqualTo(order.getString("id"));
    assertThat(draftOrders.pay(created.getString("id")).status()).isEqualTo(422);
  }

  @Test
  void concurrentPaymentAndCompletionPlaceOneOrder() {
    for (int round = 0; round < 3; round++) {
      JsonObject created = draftOrders.created(draftOrders.body(item(variantId, 1)));
      String cartId = created.getString("cart_id");
      storefront.prepareForCompletion(cartId, DraftOrderApi.newEmail(), "de");
      CompletableFuture<Answer> paid = draftOrders.payLater(created.getString("id"));
      CompletableFuture<Answer> completed =
          storefront.postLater("/store/carts/" + cartId + "/complete", null);

      assertThat(paid.join().status()).isIn(200, 422);
      assertThat(completed.join().status()).isEqualTo(200);
      assertThat(shop.orderCount(cartId)).isEqualTo(1);
      assertThat(shop.paymentAttempts(cartId)).containsOnlyOnce("used");
    }
    assertThat(shop.stockOf(variantId)).isEqualTo(7);
  }

  @Test
  void aCanceledOrderReturnsStockDiscountsAndGiftCards() {
    String code = Ids.ulid();
    String card = Ids.ulid();
    shop.discountFixtures().newDiscount(code, "percentage", 10, 1, draftOrders.regionId());
    shop.discountFixtures().newGiftCard(card, 500, null, draftOrders.regionId());
    String cartId = shop.readyCart(variantId, 4);
    JsonObject change =
        new JsonObject()
            .put("discounts", new JsonArray().add(new JsonObject().put("code", code)))
            .put("gift_cards", new JsonArray().add(new JsonObject().put("code", card)));
    assertThat(storefront.post("/store/carts/" + cartId, change).status()).isEqualTo(200);
    JsonObject placed =
        storefront.post("/store/carts/" + cartId + "/complete", null).body().getJsonObject("data");
    String path = "/admin/orders/" + placed.getString("id");
    assertThat(shop.stockOf(variantId)).isEqualTo(6);
    assertThat(shop.discountFixtures().giftCard(card).getLong("balance")).isZero();

    JsonObject canceled = order(draftOrders.admin("POST", path + "/cancel", null));

    assertThat(canceled.getString("status")).isEqualTo("canceled");
    assertThat(canceled.getJsonArray("payments").getJsonObject(0).getString("canceled_at"))
        .isNotNull();
    assertThat(shop.stockOf(variantId)).isEqualTo(10);
    assertThat(shop.discountFixtures().usageCountOf(code)).isZero();
    assertThat(shop.discountFixtures().giftCard(card).getLong("balance")).isEqualTo(500);
    assertThat(shop.events(ORDERS, placed.getString("id"), 3))
        .extracting(event -> event.header("ce_type"))
        .containsExactly("order.placed", "order.canceled", "order.updated");
  }

  @Test
  void theGiftCardsOfACanceledOrderCannotBeSpent() {
    JsonObject variant = shop.newVariant(PRICE, 10);
    shop.sellAsGiftCards(variant.getString("product_id"));
    String cartId = shop.readyCart(variant.getString("id"), 2);
    String orderId =
        storefront
            .post("/store/carts/" + cartId + "/complete", null)
            .body()
            .getJsonObject("data")
            .getString("id");

    order(draftOrders.admin("POST", "/admin/orders/" + orderId + "/cancel", null));

    List<JsonObject> cards = shop.discountFixtures().cardsBoughtIn(orderId);
    assertThat(cards).hasSize(2).allMatch(card -> card.getBoolean("is_disabled"));
    JsonObject code = new JsonObject().put("code", cards.getFirst().getString("code"));
    refused(
        storefront.post(
            "/store/carts/" + shop.readyCart(variantId, 1),
            new JsonObject().put("gift_cards", new JsonArray().add(code))),
        400,
        "The gift card is disabled");
  }

  @Test
  void anOrderIsCapturedRefundedAndReadOverHttp() {
    String cartId = shop.readyCart(variantId, 1);
    JsonObject placed =
        storefront.post("/store/carts/" + cartId + "/complete", null).body().getJsonObject("data");
    String path = "/admin/orders/" + placed.getString("id");

    assertThat(
            order(draftOrders.admin("POST", path + "/capture", null)).getString("payment_status"))
        .isEqualTo("captured");
    JsonObject refund = new JsonObject().put("amount", 100).put("reason", "other");
    assertThat(order(draftOrders.admin("POST", path + "/refund", refund)).getLong("refunded_total"))
        .isEqualTo(100);
    JsonObject read = order(draftOrders.admin("GET", path + "?expand=cart,items", null));
    assertThat(read.getJsonObject("cart").getString("id")).isEqualTo(cartId);
    JsonObject page =
        draftOrders
            .admin(
                "GET",
                "/admin/orders?limit=5&q=shopper%40example.com&payment_status%5B%5D=partially_refunded"
                    + "&created_at%5Bgt%5D=2024-01-01",
                null)
            .body();
    assertThat(page.getJsonArray("orders").getJsonObject(0).getString("id"))
        .isEqualTo(placed.getString("id"));
    assertThat(storefront.get("/store/orders/cart/" + cartId).status()).isEqualTo(200);
    assertThat(
            storefront
                .get(
                    "/store/orders?display_id="
                        + placed.getLong("display_id")
                        + "&email=shopper%40example.com&shipping_address%5Bpostal_code%5D=1")
                .status())
        .isEqualTo(200);
    assertThat(storefront.get("/store/orders?display_id=1").body().getString("message"))
        .contains("email");
    assertThat(storefront.get("/store/customers/me/orders").status()).isEqualTo(401);
    JsonObject own =
        storefront
            .send(
                "GET",
                "/store/customers/me/orders?limit=2&status%5B%5D=pending",
                null,
                new TestIdentities(shop).asCustomer())
            .body();
    assertThat(own.getLong("count")).isZero();
  }
}
