package dev.tradewind.acceptance.payment;

import static dev.tradewind.acceptance.payment.StripeOrders.refund;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.kernel.verticle.BoundVerticle;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.webhook.Delivery;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import dev.tradewind.stripe.testserver.webhook.ForgedEvents;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Payments and captures at Stripe, which reach the shop by webhooks, each once. */
class StripeWebhooksIT {

  @RegisterExtension static final StripeOrders orders = new StripeOrders();

  @Test
  void aPaidCartIsCompletedAlthoughTheBrowserIsGone() {
    String cartId = orders.store.cart(2);
    JsonObject session = orders.store.session(cartId);

    orders.store.confirm(session, "pm_card_visa");

    JsonObject order = orderOf(cartId);
    JsonObject payment = order.getJsonArray("payments").getJsonObject(0);
    assertThat(payment.getJsonObject("data").getString("id")).isEqualTo(session.getString("id"));
    assertThat(order.getString("payment_status")).isEqualTo("awaiting");
    assertThat(orders.store.complete(cartId).getJsonObject("data").getString("id"))
        .isEqualTo(order.getString("id"));
    assertHeld(session, 2_000);
  }

  @Test
  void browserAndWebhookPlaceOneOrder() {
    String cartId = orders.store.cart(1);
    JsonObject session = orders.store.session(cartId);
    orders
        .store
        .stripe
        .webhooks()
        .plan("payment_intent.amount_capturable_updated", DeliveryFault.EARLY);
    orders.store.stripe.webhooks().plan("charge.succeeded", DeliveryFault.TWICE);

    orders.store.confirm(session, "pm_card_visa");
    JsonObject completed = orders.store.complete(cartId);

    assertThat(completed.getString("type")).isEqualTo("order");
    await(orders.store.stripe.webhooks().idle());
    orders.settled();
    assertThat(orders.store.shop.orderCount(cartId)).isOne();
    assertHeld(session, 1_000);
  }

  @Test
  void aCaptureAtStripeReachesTheOrderOnce() {
    JsonObject session = new JsonObject();
    String order = orders.paidOrder(session, 2);

    orders.store.atStripe("payment_intents/" + session.getString("id") + "/capture", "");

    orders.awaitOrder(order, "captured");
    orders.store.staff.post("/admin/orders/" + order + "/capture", "{}");
    assertThat(orders.types(order)).filteredOn("order.payment_captured"::equals).hasSize(1);
    assertThat(orders.store.stripe.ledger().sum(session.getString("id"), Ledger.Kind.CAPTURE))
        .isEqualTo(2_000);
  }

  @Test
  void aPartialCaptureAtStripeIsWhatWasPaid() {
    JsonObject session = new JsonObject();
    String order = orders.paidOrder(session, 2);

    orders.store.atStripe(
        "payment_intents/" + session.getString("id") + "/capture", "amount_to_capture=1500");

    orders.awaitOrder(order, "captured");
    JsonObject shown = orders.order(order);
    assertThat(shown.getLong("paid_total")).isEqualTo(1_500);
    assertThat(shown.getLong("refunded_total")).isZero();
    assertThat(
            orders
                .store
                .staff
                .tryPost("/admin/orders/" + order + "/refund", refund(1_501))
                .status())
        .isEqualTo(400);
  }

  @Test
  void aPaymentCollectionIsPaidOnceAlsoWithoutANotice() {
    String order = orders.capturedOrder(new JsonObject(), 1);
    String edit =
        orders
            .store
            .staff
            .post("/admin/order-edits", "{'order_id': '%s'}", order)
            .getJsonObject("order_edit")
            .getString("id");
    orders.store.staff.post(
        "/admin/order-edits/" + edit + "/items",
        "{'variant_id': '%s', 'quantity': 1}",
        orders.store.shop.newVariant(1_000, 9).getString("id"));
    String collection =
        orders
            .store
            .staff
            .post("/admin/order-edits/" + edit + "/request", "{}")
            .getJsonObject("order_edit")
            .getString("payment_collection_id");
    JsonObject session =
        StaffClient.ok(
                orders.store.storefront.post(
                    "/store/payment-collections/" + collection + "/sessions",
                    new JsonObject().put("provider_id", "stripe")))
            .getJsonObject("payment_collection")
            .getJsonArray("payment_sessions")
            .getJsonObject(0)
            .getJsonObject("data");
    orders
        .store
        .stripe
        .webhooks()
        .plan("payment_intent.amount_capturable_updated", DeliveryFault.DROPPED);

    orders.store.confirm(session, "pm_card_visa");
    letTimePass(session);
    until(() ->
        orders
            .store
            .staff
            .get("/admin/payment-collections/" + collection)
            .getJsonObject("payment_collection")
            .getString("status")
            .equals("authorized"));
    JsonObject second = orders.store.payElsewhere(collection);
    await(orders.store.stripe.webhooks().idle());
    until(() ->
        orders.count(
                "SELECT count(*) FROM payment_notice WHERE reference = '%s'",
                second.getString("id"))
            > 0);
    letTimePass(second);

    until(() -> orders.store.stripe.ledger().held(second.getString("id")) == 0);
    assertHeld(session, 1_000);
  }

  @Test
  void thePaymentOfADeletedCartIsReleased() {
    String cartId = orders.store.cart(1);
    JsonObject session = orders.store.session(cartId);
    update("DELETE FROM cart WHERE id = '" + cartId + "'");

    orders.store.confirm(session, "pm_card_visa");
    await(orders.store.stripe.webhooks().idle());
    letTimePass(session);

    until(() -> orders.store.stripe.ledger().held(session.getString("id")) == 0);
    orders.settled();
    assertThat(
            orders.count(
                "SELECT count(*) FROM outbox WHERE subject = '%s' AND data ->> 'action' = '%s'",
                cartId, "payment_release"))
        .isOne();
  }

  @Test
  void thePaymentOfAnotherShopOfTheAccountIsLeftAlone() {
    JsonObject foreign = orders.store.payElsewhere("cart_of_another_shop");
    await(orders.store.stripe.webhooks().idle());
    letTimePass(foreign);
    orders.settled();

    assertThat(orders.store.stripe.ledger().held(foreign.getString("id"))).isEqualTo(1_000);
    assertThat(
            orders.count(
                "SELECT count(*) FROM payment_notice WHERE reference = '%s' AND due_at IS NOT NULL",
                foreign.getString("id")))
        .isZero();
  }

  @Test
  void eventsThatDidNotArriveAreRead() {
    JsonObject session = new JsonObject();
    String order = orders.paidOrder(session, 1);
    readEvents();
    orders.store.stripe.webhooks().plan("payment_intent.succeeded", DeliveryFault.DROPPED);
    orders.store.stripe.webhooks().plan("charge.captured", DeliveryFault.DROPPED);

    orders.store.atStripe("payment_intents/" + session.getString("id") + "/capture", "");
    await(orders.store.stripe.webhooks().idle());
    assertThat(orders.order(order).getString("payment_status")).isEqualTo("awaiting");
    readEvents();

    orders.awaitOrder(order, "captured");
    long known = notices();
    readEvents();
    assertThat(notices()).isEqualTo(known);
  }

  /** Reads the events now, and no other node at the same time. */
  private static void readEvents() {
    // The reader's time has milliseconds, that of the database more.
    update("UPDATE notice_feed SET due_at = now() - interval '1 second'");
    DomainVerticle carts =
        orders.store.shop.verticles().stream()
            .filter(CartVerticle.class::isInstance)
            .findFirst()
            .orElseThrow();
    await(BoundVerticle.run(carts, "notice-feeds"));
  }

  @Test
  void aDisputeIsShownAndPublishedWhenItChanges() {
    String cartId = orders.store.cart(1);
    JsonObject session = orders.store.session(cartId);
    orders.store.confirm(session, "pm_card_createDispute");
    String order = orderOf(cartId).getString("id");
    orders.store.staff.post("/admin/orders/" + order + "/capture", "{}");
    until(() -> orders.types(order).contains("payment.payment_disputed"));
    JsonObject dispute = dispute(order);
    assertThat(dispute.getString("status")).isEqualTo("needs_response");
    assertThat(
            orders.store.staff.tryPost("/admin/orders/" + order + "/refund", refund(10)).status())
        .isEqualTo(400);

    orders.store.stripe.actions().closeDispute(dispute.getString("id"), "lost");

    until(() -> dispute(order).getString("status").equals("lost"));
    orders.settled();
    assertThat(orders.types(order)).filteredOn("payment.payment_disputed"::equals).hasSize(2);
  }

  @Test
  void anAuthorizationThatEndsAtStripeIsCanceled() {
    JsonObject session = new JsonObject();
    String order = orders.paidOrder(session, 1);

    orders.store.atStripe("payment_intents/" + session.getString("id") + "/cancel", "");

    until(() -> payment(order).getValue("canceled_at") != null);
    assertThat(orders.order(order).getString("status")).isEqualTo("pending");
    assertThat(payment(order).getValue("captured_at")).isNull();

    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(orders.store.staff.tryPost("/admin/orders/" + order + "/capture", "{}").status())
          .isEqualTo(400);
      assertThat(orders.order(order).getString("payment_status")).isEqualTo("requires_action");
    }
    assertThat(orders.types(order))
        .contains("order.payment_capture_failed")
        .doesNotContain("order.payment_captured");
  }

  @Test
  void aSecondPaymentOfACartIsReleased() {
    String cartId = orders.store.cart(1);
    JsonObject old = orders.store.session(cartId);
    orders.store.storefront.post(
        "/store/carts/" + cartId + "/payment-sessions/stripe/refresh", null);
    JsonObject current = orders.store.session(cartId);
    assertThat(current.getString("id")).isNotEqualTo(old.getString("id"));

    orders.store.confirm(current, "pm_card_visa");
    orderOf(cartId);
    JsonObject another = orders.store.payElsewhere(cartId);

    until(() -> orders.store.stripe.ledger().held(another.getString("id")) == 0);
    assertHeld(current, 1_000);
    assertThat(orders.store.shop.orderCount(cartId)).isOne();
  }

  @Test
  void aPaymentOfAnotherSystemIsLeftAlone() {
    JsonObject foreign =
        orders.store.atStripe(
            "payment_intents",
            "amount=1000&currency=usd&capture_method=manual&payment_method=pm_card_visa"
                + "&confirm=true&payment_method_types[]=card");
    await(orders.store.stripe.webhooks().idle());
    orders.settled();

    assertThat(orders.store.stripe.ledger().held(foreign.getString("id"))).isEqualTo(1_000);
  }

  @Test
  void onlySignedEventsOfTheOwnAccountAreTaken() {
    assertThat(orders.store.hook("{}")).isEqualTo(400);
    long known = notices();

    for (DeliveryFault fault :
        List.of(DeliveryFault.WRONG_SIGNATURE, DeliveryFault.STALE, DeliveryFault.FUTURE)) {
      orders.store.stripe.webhooks().plan("payment_intent.created", fault);
      orders.store.atStripe("payment_intents", "amount=900&currency=usd");
      await(orders.store.stripe.webhooks().idle());
      assertThat(deliveries("payment_intent.created").getLast().status()).isEqualTo(400);
    }
    JsonObject event =
        orders
            .store
            .fromStripe("events?type=payment_intent.created&limit=1")
            .getJsonArray("data")
            .getJsonObject(0)
            .put("id", "evt_forged");
    ForgedEvents forged = orders.store.stripe.webhooks().forged();
    await(
        orders.store.stripe.webhooks().sendForged(forged.thin("payment_intent.succeeded", "pi_1")));
    await(orders.store.stripe.webhooks().sendForged(forged.ofOtherMode(event)));
    await(orders.store.stripe.webhooks().sendForged(forged.ofOtherAccount(event)));

    assertThat(notices()).isEqualTo(known);
  }

  @Test
  void theRiskOfAnOrdersPaymentsIsShownToStaff() {
    JsonObject session = new JsonObject();
    String order = orders.paidOrder(session, 1);
    String path = "/admin/orders/stripe-payments/" + order;

    JsonObject shown = orders.store.staff.get(path).getJsonArray("payments").getJsonObject(0);

    assertThat(shown.getString("id")).isEqualTo(session.getString("id"));
    assertThat(shown.getString("type")).isEqualTo("order");
    assertThat(shown.getString("risk_level")).isEqualTo("normal");
    assertThat(shown.getJsonObject("region").getString("id"))
        .isEqualTo(Shop.regionPaidWith("stripe"));
    assertThat(orders.store.staff.tryGet(path + "_unknown").status()).isEqualTo(404);
    assertThat(orders.store.storefront.get(path).status()).isEqualTo(401);
  }

  /** Makes the looks at a payment due, as if a quarter of an hour had passed. */
  private static void letTimePass(JsonObject session) {
    update(
        "UPDATE payment_notice SET due_at = now(), received_at = received_at - interval '16 min'"
            + " WHERE due_at IS NOT NULL AND reference = '"
            + session.getString("id")
            + "'");
  }

  private static void update(String statement) {
    await(orders.store.shop.carts().query(statement).execute());
  }

  private static JsonObject orderOf(String cartId) {
    until(() -> orders.store.shop.orderCount(cartId) == 1);
    return orders
        .store
        .storefront
        .get("/store/orders/cart/" + cartId + "?expand=payments")
        .body()
        .getJsonObject("order");
  }

  private static JsonObject payment(String order) {
    return orders.order(order).getJsonArray("payments").getJsonObject(0);
  }

  private static JsonObject dispute(String order) {
    return payment(order).getJsonObject("data").getJsonArray("disputes").getJsonObject(0);
  }

  private static List<Delivery> deliveries(String type) {
    return orders.store.stripe.webhooks().deliveries().stream()
        .filter(delivery -> delivery.type().equals(type))
        .toList();
  }

  private static void assertHeld(JsonObject session, long amount) {
    assertThat(orders.store.stripe.ledger().held(session.getString("id"))).isEqualTo(amount);
  }

  private static long notices() {
    return orders.count("SELECT count(*) FROM payment_notice");
  }
}
