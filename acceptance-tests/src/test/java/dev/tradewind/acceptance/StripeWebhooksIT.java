package dev.tradewind.acceptance;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.webhook.Delivery;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import dev.tradewind.stripe.testserver.webhook.ForgedEvents;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Facts at Stripe, which reach the shop by webhooks, each once. */
class StripeWebhooksIT {

  private static StripeStore store;

  @BeforeAll
  static void open() {
    store = new StripeStore(Map.of());
    store.subscribe();
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @Test
  void aPaidCartIsCompletedAlthoughTheBrowserIsGone() {
    String cartId = store.cart(2);
    JsonObject session = store.session(cartId);

    store.confirm(session, "pm_card_visa");

    JsonObject order = orderOf(cartId);
    JsonObject payment = order.getJsonArray("payments").getJsonObject(0);
    assertThat(payment.getJsonObject("data").getString("id")).isEqualTo(session.getString("id"));
    assertThat(order.getString("payment_status")).isEqualTo("awaiting");
    assertThat(store.complete(cartId).getJsonObject("data").getString("id"))
        .isEqualTo(order.getString("id"));
    assertHeld(session, 2_000);
  }

  @Test
  void browserAndWebhookPlaceOneOrder() {
    String cartId = store.cart(1);
    JsonObject session = store.session(cartId);
    store.stripe.webhooks().plan("payment_intent.amount_capturable_updated", DeliveryFault.EARLY);
    store.stripe.webhooks().plan("charge.succeeded", DeliveryFault.TWICE);

    store.confirm(session, "pm_card_visa");
    JsonObject completed = store.complete(cartId);

    assertThat(completed.getString("type")).isEqualTo("order");
    await(store.stripe.webhooks().idle());
    settled();
    assertThat(store.shop.orderCount(cartId)).isOne();
    assertHeld(session, 1_000);
  }

  @Test
  void aCaptureAtStripeReachesTheOrderOnce() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 2);

    store.atStripe("payment_intents/" + session.getString("id") + "/capture", "");

    awaitOrder(order, "captured");
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    assertThat(types(order)).filteredOn("order.payment_captured"::equals).hasSize(1);
    assertThat(store.stripe.ledger().sum(session.getString("id"), Ledger.Kind.CAPTURE))
        .isEqualTo(2_000);
  }

  @Test
  void aPartialCaptureAtStripeIsWhatWasPaid() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 2);

    store.atStripe(
        "payment_intents/" + session.getString("id") + "/capture", "amount_to_capture=1500");

    awaitOrder(order, "captured");
    JsonObject shown = order(order);
    assertThat(shown.getLong("paid_total")).isEqualTo(1_500);
    assertThat(shown.getLong("refunded_total")).isZero();
    assertThat(store.staff.tryPost("/admin/orders/" + order + "/refund", refund(1_501)).status())
        .isEqualTo(400);
  }

  @Test
  void aRefundAtStripeIsOneOfTheOrder() {
    JsonObject session = new JsonObject();
    String order = capturedOrder(session, 3);
    store.stripe.webhooks().plan("charge.refunded", DeliveryFault.TWICE);

    JsonObject made =
        store.atStripe("refunds", "amount=700&payment_intent=" + session.getString("id"));

    awaitOrder(order, "partially_refunded");
    await(store.stripe.webhooks().idle());
    settled();
    JsonObject shown = order(order);
    assertThat(shown.getLong("refunded_total")).isEqualTo(700);
    assertThat(shown.getJsonArray("refunds")).hasSize(1);
    JsonObject refund = shown.getJsonArray("refunds").getJsonObject(0);
    assertThat(refund.getString("note")).contains(made.getString("id"));
    assertThat(refund.getString("reason")).isEqualTo("other");

    store.staff.post("/admin/orders/" + order + "/refund", refund(300));
    settled();
    assertThat(order(order).getLong("refunded_total")).isEqualTo(1_000);
    assertThat(store.stripe.ledger().kept(session.getString("id"))).isEqualTo(2_000);
  }

  @Test
  void aCaptureAndARefundAreFoundByOneLook() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 1);
    store.stripe.webhooks().hold();

    store.atStripe("payment_intents/" + session.getString("id") + "/capture", "");
    store.atStripe("refunds", "payment_intent=" + session.getString("id"));
    await(store.stripe.webhooks().releaseShuffled(7));

    awaitOrder(order, "refunded");
    settled();
    assertThat(order(order).getLong("refunded_total")).isEqualTo(1_000);
    assertThat(types(order)).filteredOn("order.payment_captured"::equals).hasSize(1);
    assertThat(types(order)).filteredOn("order.refund_created"::equals).hasSize(1);
  }

  @Test
  void aRefundThatFailsLaterCountsNoMoreAndCanBeRepeated() {
    JsonObject session = new JsonObject();
    String order = capturedOrder(session, 1);
    store.staff.post("/admin/orders/" + order + "/refund", refund(1_000));
    assertThat(order(order).getString("payment_status")).isEqualTo("refunded");

    store
        .stripe
        .actions()
        .failRefund(
            store
                .fromStripe("refunds?payment_intent=" + session.getString("id"))
                .getJsonArray("data")
                .getJsonObject(0)
                .getString("id"),
            "declined");

    awaitOrder(order, "captured");
    JsonObject failed = order(order);
    assertThat(failed.getLong("refunded_total")).isZero();
    assertThat(failed.getJsonArray("refunds").getJsonObject(0).getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("failed_amount", 1_000).put("failure_reason", "declined"));
    assertThat(types(order)).filteredOn("payment.payment_refund_failed"::equals).hasSize(1);

    store.staff.post("/admin/orders/" + order + "/refund", refund(1_000));
    assertThat(order(order).getLong("refunded_total")).isEqualTo(1_000);
    assertThat(store.stripe.ledger().kept(session.getString("id"))).isZero();
  }

  @Test
  void aDisputeIsShownAndPublishedWhenItChanges() {
    String cartId = store.cart(1);
    JsonObject session = store.session(cartId);
    store.confirm(session, "pm_card_createDispute");
    String order = orderOf(cartId).getString("id");
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    awaitUntil(() -> types(order).contains("payment.payment_disputed"));
    JsonObject dispute = dispute(order);
    assertThat(dispute.getString("status")).isEqualTo("needs_response");
    assertThat(store.staff.tryPost("/admin/orders/" + order + "/refund", refund(10)).status())
        .isEqualTo(400);

    store.stripe.actions().closeDispute(dispute.getString("id"), "lost");

    awaitUntil(() -> dispute(order).getString("status").equals("lost"));
    settled();
    assertThat(types(order)).filteredOn("payment.payment_disputed"::equals).hasSize(2);
  }

  @Test
  void anAuthorizationThatEndsAtStripeIsCanceled() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 1);

    store.atStripe("payment_intents/" + session.getString("id") + "/cancel", "");

    awaitUntil(() -> payment(order).getValue("canceled_at") != null);
    assertThat(order(order).getString("status")).isEqualTo("pending");
    assertThat(payment(order).getValue("captured_at")).isNull();
  }

  @Test
  void aSecondPaymentOfACartIsReleased() {
    String cartId = store.cart(1);
    JsonObject old = store.session(cartId);
    store.storefront.post("/store/carts/" + cartId + "/payment-sessions/stripe/refresh", null);
    JsonObject present = store.session(cartId);
    assertThat(present.getString("id")).isNotEqualTo(old.getString("id"));

    store.confirm(present, "pm_card_visa");
    orderOf(cartId);
    JsonObject another =
        store.atStripe(
            "payment_intents",
            "amount=1000&currency=usd&capture_method=manual&payment_method=pm_card_visa"
                + "&confirm=true&payment_method_types[]=card&metadata[resource_id]="
                + cartId);

    awaitUntil(() -> store.stripe.ledger().held(another.getString("id")) == 0);
    assertHeld(present, 1_000);
    assertThat(store.shop.orderCount(cartId)).isOne();
  }

  @Test
  void aPaymentOfAnotherSystemIsLeftAlone() {
    JsonObject foreign =
        store.atStripe(
            "payment_intents",
            "amount=1000&currency=usd&capture_method=manual&payment_method=pm_card_visa"
                + "&confirm=true&payment_method_types[]=card");
    await(store.stripe.webhooks().idle());
    settled();

    assertThat(store.stripe.ledger().held(foreign.getString("id"))).isEqualTo(1_000);
  }

  @Test
  void onlySignedEventsOfTheOwnAccountAreTaken() {
    assertThat(store.hook("{}")).isEqualTo(400);
    long known = notices();

    for (DeliveryFault fault :
        List.of(DeliveryFault.WRONG_SIGNATURE, DeliveryFault.STALE, DeliveryFault.FUTURE)) {
      store.stripe.webhooks().plan("payment_intent.created", fault);
      store.atStripe("payment_intents", "amount=900&currency=usd");
      await(store.stripe.webhooks().idle());
      assertThat(deliveries("payment_intent.created").getLast().status()).isEqualTo(400);
    }
    JsonObject event =
        store
            .fromStripe("events?type=payment_intent.created&limit=1")
            .getJsonArray("data")
            .getJsonObject(0)
            .put("id", "evt_forged");
    ForgedEvents forged = store.stripe.webhooks().forged();
    await(store.stripe.webhooks().sendForged(forged.thin("payment_intent.succeeded", "pi_1")));
    await(store.stripe.webhooks().sendForged(forged.ofOtherMode(event)));
    await(store.stripe.webhooks().sendForged(forged.ofOtherAccount(event)));

    assertThat(notices()).isEqualTo(known);
  }

  @Test
  void theRiskOfAnOrdersPaymentsIsShownToStaff() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 1);
    String path = "/admin/orders/stripe-payments/" + order;

    JsonObject shown = store.staff.get(path).getJsonArray("payments").getJsonObject(0);

    assertThat(shown.getString("id")).isEqualTo(session.getString("id"));
    assertThat(shown.getString("type")).isEqualTo("order");
    assertThat(shown.getString("risk_level")).isEqualTo("normal");
    assertThat(shown.getJsonObject("region").getString("id"))
        .isEqualTo(Shop.regionPaidWith("stripe"));
    assertThat(store.staff.tryGet(path + "_unknown").status()).isEqualTo(404);
    assertThat(store.storefront.get(path).status()).isEqualTo(401);
  }

  private static String paidOrder(JsonObject session, int quantity) {
    String cartId = store.cart(quantity);
    session.mergeIn(store.session(cartId));
    store.confirm(session, "pm_card_visa");
    String order = store.complete(cartId).getJsonObject("data").getString("id");
    settled();
    return order;
  }

  private static String capturedOrder(JsonObject session, int quantity) {
    String order = paidOrder(session, quantity);
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    await(store.stripe.webhooks().idle());
    settled();
    return order;
  }

  private static String refund(long amount) {
    return "{'amount': %d, 'reason': 'other'}".formatted(amount);
  }

  private static JsonObject orderOf(String cartId) {
    awaitUntil(() -> store.shop.orderCount(cartId) == 1);
    return store
        .storefront
        .get("/store/orders/cart/" + cartId + "?expand=payments")
        .body()
        .getJsonObject("order");
  }

  private static JsonObject order(String id) {
    return store.staff.get("/admin/orders/" + id).getJsonObject("order");
  }

  private static JsonObject payment(String order) {
    return order(order).getJsonArray("payments").getJsonObject(0);
  }

  private static JsonObject dispute(String order) {
    return payment(order).getJsonObject("data").getJsonArray("disputes").getJsonObject(0);
  }

  private static void awaitOrder(String id, String paymentStatus) {
    awaitUntil(() -> order(id).getString("payment_status").equals(paymentStatus));
  }

  private static List<String> types(String order) {
    return store.shop.allEvents(Topics.ORDER).stream()
        .filter(event -> event.message().key().equals(order))
        .map(event -> event.header("ce_type"))
        .toList();
  }

  private static List<Delivery> deliveries(String type) {
    return store.stripe.webhooks().deliveries().stream()
        .filter(delivery -> delivery.type().equals(type))
        .toList();
  }

  private static void assertHeld(JsonObject session, long amount) {
    assertThat(store.stripe.ledger().held(session.getString("id"))).isEqualTo(amount);
  }

  private static long notices() {
    return await(store.shop.carts().query("SELECT count(*) FROM payment_notice").execute())
        .iterator()
        .next()
        .getLong(0);
  }

  /** Waits until no notice of a provider is in work. */
  private static void settled() {
    await(store.stripe.webhooks().idle());
    awaitUntil(() ->
        await(
                    store
                        .shop
                        .carts()
                        .preparedQuery(
                            "SELECT count(*) FROM payment_notice"
                                + " WHERE due_at IS NOT NULL AND id LIKE $1 AND tries < 2")
                        .execute(Tuple.of("stripe:%")))
                .iterator()
                .next()
                .getLong(0)
            == 0);
  }

  private static void awaitUntil(BooleanSupplier happened) {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!happened.getAsBoolean()) {
      assertThat(System.nanoTime()).as("It does not happen").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }
}
