package dev.tradewind.acceptance.payment;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.api.event.Topics;
import dev.tradewind.cart.CartVerticle;
import dev.tradewind.kernel.verticle.BoundVerticle;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.stripe.testserver.state.Ledger;
import dev.tradewind.stripe.testserver.webhook.Delivery;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import dev.tradewind.stripe.testserver.webhook.ForgedEvents;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
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

    failRefund(session);

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
  void aReturnWhoseRefundFailsLaterRequiresAction() {
    JsonObject session = new JsonObject();
    String order = capturedOrder(session, 2);
    store.staff.post(
        "/admin/orders/" + order + "/return",
        "{'items': [{'item_id': '%s', 'quantity': 1}], 'receive_now': true, 'refund': 1000}",
        line(order));
    assertThat(order(order).getString("fulfillment_status")).isEqualTo("partially_returned");

    failRefund(session);

    until(() -> order(order).getString("fulfillment_status").equals("requires_action"));
    settled();
    assertThat(order(order).getLong("refunded_total")).isZero();
    assertThat(types(order)).filteredOn("order.return_action_required"::equals).hasSize(1);
    assertThat(types(order)).filteredOn("payment.payment_refund_failed"::equals).hasSize(1);
  }

  @Test
  void aSwapWhoseRefundFailsLaterIsRefundedAgain() {
    JsonObject session = new JsonObject();
    String order = shippedOrder(session, 1);
    String cheaper = store.shop.newVariant(400, 9).getString("id");
    JsonObject swap =
        last(
            store.staff.post(
                "/admin/orders/" + order + "/swaps",
                "{'return_items': [{'item_id': '%s', 'quantity': 1}],"
                    + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}",
                line(order),
                cheaper),
            "swaps");
    store.complete(swap.getString("cart_id"));
    String process =
        "/admin/orders/" + order + "/swaps/" + swap.getString("id") + "/process-payment";
    assertThat(last(store.staff.post(process, "{}"), "swaps").getString("payment_status"))
        .isEqualTo("difference_refunded");

    failRefund(session);

    until(() -> part(order, "swaps").getString("payment_status").equals("requires_action"));
    settled();
    assertThat(types(order)).filteredOn("swap.process_refund_failed"::equals).hasSize(1);
    assertThat(last(store.staff.post(process, "{}"), "swaps").getString("payment_status"))
        .isEqualTo("difference_refunded");
    assertThat(order(order).getLong("refunded_total")).isEqualTo(600);
    assertThat(store.stripe.ledger().kept(session.getString("id"))).isEqualTo(400);
  }

  @Test
  void aClaimWhoseRefundFailsLaterIsNotRefunded() {
    JsonObject session = new JsonObject();
    String order = shippedOrder(session, 2);
    store.staff.post(
        "/admin/orders/" + order + "/claims",
        "{'type': 'refund', 'claim_items': [{'item_id': '%s', 'quantity': 1,"
            + " 'reason': 'production_failure'}]}",
        line(order));
    assertThat(part(order, "claims").getString("payment_status")).isEqualTo("refunded");

    failRefund(session);

    until(() -> part(order, "claims").getString("payment_status").equals("not_refunded"));
    settled();
    assertThat(types(order)).filteredOn("claim.updated"::equals).hasSize(1);
    store.staff.post("/admin/orders/" + order + "/refund", refund(1_000));
    assertThat(order(order).getLong("refunded_total")).isEqualTo(1_000);
  }

  @Test
  void aPaymentCollectionIsPaidOnceAlsoWithoutANotice() {
    String order = capturedOrder(new JsonObject(), 1);
    String edit =
        store
            .staff
            .post("/admin/order-edits", "{'order_id': '%s'}", order)
            .getJsonObject("order_edit")
            .getString("id");
    store.staff.post(
        "/admin/order-edits/" + edit + "/items",
        "{'variant_id': '%s', 'quantity': 1}",
        store.shop.newVariant(1_000, 9).getString("id"));
    String collection =
        store
            .staff
            .post("/admin/order-edits/" + edit + "/request", "{}")
            .getJsonObject("order_edit")
            .getString("payment_collection_id");
    JsonObject session =
        StaffClient.ok(
                store.storefront.post(
                    "/store/payment-collections/" + collection + "/sessions",
                    new JsonObject().put("provider_id", "stripe")))
            .getJsonObject("payment_collection")
            .getJsonArray("payment_sessions")
            .getJsonObject(0)
            .getJsonObject("data");
    store.stripe.webhooks().plan("payment_intent.amount_capturable_updated", DeliveryFault.DROPPED);

    store.confirm(session, "pm_card_visa");
    letTimePass(session);
    until(() ->
        store
            .staff
            .get("/admin/payment-collections/" + collection)
            .getJsonObject("payment_collection")
            .getString("status")
            .equals("authorized"));
    JsonObject second = store.payElsewhere(collection);
    await(store.stripe.webhooks().idle());
    until(() ->
        count("SELECT count(*) FROM payment_notice WHERE reference = '%s'", second.getString("id"))
            > 0);
    letTimePass(second);

    until(() -> store.stripe.ledger().held(second.getString("id")) == 0);
    assertHeld(session, 1_000);
  }

  @Test
  void thePaymentOfADeletedCartIsReleased() {
    String cartId = store.cart(1);
    JsonObject session = store.session(cartId);
    update("DELETE FROM cart WHERE id = '" + cartId + "'");

    store.confirm(session, "pm_card_visa");
    await(store.stripe.webhooks().idle());
    letTimePass(session);

    until(() -> store.stripe.ledger().held(session.getString("id")) == 0);
    settled();
    assertThat(
            count(
                "SELECT count(*) FROM outbox WHERE subject = '%s' AND data ->> 'action' = '%s'",
                cartId, "payment_release"))
        .isOne();
  }

  @Test
  void thePaymentOfAnotherShopOfTheAccountIsLeftAlone() {
    JsonObject foreign = store.payElsewhere("cart_of_another_shop");
    await(store.stripe.webhooks().idle());
    letTimePass(foreign);
    settled();

    assertThat(store.stripe.ledger().held(foreign.getString("id"))).isEqualTo(1_000);
    assertThat(
            count(
                "SELECT count(*) FROM payment_notice WHERE reference = '%s' AND due_at IS NOT NULL",
                foreign.getString("id")))
        .isZero();
  }

  @Test
  void eventsThatDidNotArriveAreRead() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 1);
    readEvents();
    store.stripe.webhooks().plan("payment_intent.succeeded", DeliveryFault.DROPPED);
    store.stripe.webhooks().plan("charge.captured", DeliveryFault.DROPPED);

    store.atStripe("payment_intents/" + session.getString("id") + "/capture", "");
    await(store.stripe.webhooks().idle());
    assertThat(order(order).getString("payment_status")).isEqualTo("awaiting");
    readEvents();

    awaitOrder(order, "captured");
    long known = notices();
    readEvents();
    assertThat(notices()).isEqualTo(known);
  }

  /** Reads the events now, and no other node at the same time. */
  private static void readEvents() {
    // The reader's time has milliseconds, that of the database more.
    update("UPDATE notice_feed SET due_at = now() - interval '1 second'");
    DomainVerticle carts =
        store.shop.verticles().stream()
            .filter(CartVerticle.class::isInstance)
            .findFirst()
            .orElseThrow();
    await(BoundVerticle.run(carts, "notice-feeds"));
  }

  @Test
  void aDisputeIsShownAndPublishedWhenItChanges() {
    String cartId = store.cart(1);
    JsonObject session = store.session(cartId);
    store.confirm(session, "pm_card_createDispute");
    String order = orderOf(cartId).getString("id");
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    until(() -> types(order).contains("payment.payment_disputed"));
    JsonObject dispute = dispute(order);
    assertThat(dispute.getString("status")).isEqualTo("needs_response");
    assertThat(store.staff.tryPost("/admin/orders/" + order + "/refund", refund(10)).status())
        .isEqualTo(400);

    store.stripe.actions().closeDispute(dispute.getString("id"), "lost");

    until(() -> dispute(order).getString("status").equals("lost"));
    settled();
    assertThat(types(order)).filteredOn("payment.payment_disputed"::equals).hasSize(2);
  }

  @Test
  void anAuthorizationThatEndsAtStripeIsCanceled() {
    JsonObject session = new JsonObject();
    String order = paidOrder(session, 1);

    store.atStripe("payment_intents/" + session.getString("id") + "/cancel", "");

    until(() -> payment(order).getValue("canceled_at") != null);
    assertThat(order(order).getString("status")).isEqualTo("pending");
    assertThat(payment(order).getValue("captured_at")).isNull();

    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(store.staff.tryPost("/admin/orders/" + order + "/capture", "{}").status())
          .isEqualTo(400);
      assertThat(order(order).getString("payment_status")).isEqualTo("requires_action");
    }
    assertThat(types(order))
        .contains("order.payment_capture_failed")
        .doesNotContain("order.payment_captured");
  }

  @Test
  void aSecondPaymentOfACartIsReleased() {
    String cartId = store.cart(1);
    JsonObject old = store.session(cartId);
    store.storefront.post("/store/carts/" + cartId + "/payment-sessions/stripe/refresh", null);
    JsonObject current = store.session(cartId);
    assertThat(current.getString("id")).isNotEqualTo(old.getString("id"));

    store.confirm(current, "pm_card_visa");
    orderOf(cartId);
    JsonObject another = store.payElsewhere(cartId);

    until(() -> store.stripe.ledger().held(another.getString("id")) == 0);
    assertHeld(current, 1_000);
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

  private static String freeShipping() {
    String region = Shop.regionPaidWith("stripe");
    store.staff.post("/admin/regions/" + region, "{'fulfillment_providers': ['manual']}");
    return store
        .staff
        .post(
            "/admin/shipping-options",
            "{'name': 'Free', 'region_id': '%s', 'provider_id': 'manual',"
                + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': 0}",
            region)
        .getJsonObject("shipping_option")
        .getString("id");
  }

  private static String paidOrder(JsonObject session, int quantity) {
    return paidOrder(session, store.cart(quantity));
  }

  private static String paidOrder(JsonObject session, String cartId) {
    session.mergeIn(store.session(cartId));
    store.confirm(session, "pm_card_visa");
    String order = store.complete(cartId).getJsonObject("data").getString("id");
    settled();
    return order;
  }

  private static String capturedOrder(JsonObject session, int quantity) {
    return capturedOrder(session, store.cart(quantity));
  }

  private static String capturedOrder(JsonObject session, String cartId) {
    String order = paidOrder(session, cartId);
    store.staff.post("/admin/orders/" + order + "/capture", "{}");
    await(store.stripe.webhooks().idle());
    settled();
    return order;
  }

  private static String shippedOrder(JsonObject session, int quantity) {
    String cartId = store.cart(quantity);
    store.storefront.post(
        "/store/carts/" + cartId + "/shipping-methods",
        new JsonObject().put("option_id", freeShipping()));
    String order = capturedOrder(session, cartId);
    JsonObject fulfillment =
        last(
            store.staff.post(
                "/admin/orders/" + order + "/fulfillment",
                "{'items': [{'item_id': '%s', 'quantity': %d}]}",
                line(order),
                quantity),
            "fulfillments");
    store.staff.post(
        "/admin/orders/" + order + "/shipment",
        "{'fulfillment_id': '%s'}",
        fulfillment.getString("id"));
    return order;
  }

  private static void failRefund(JsonObject session) {
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
  }

  private static String line(String order) {
    return order(order).getJsonArray("items").getJsonObject(0).getString("id");
  }

  private static JsonObject part(String order, String parts) {
    return last(new JsonObject().put("order", order(order)), parts);
  }

  private static JsonObject last(JsonObject answer, String parts) {
    JsonArray all = answer.getJsonObject("order").getJsonArray(parts);
    return all.getJsonObject(all.size() - 1);
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
    await(store.shop.carts().query(statement).execute());
  }

  private static long count(String query, String... values) {
    return await(store.shop.carts().query(query.formatted((Object[]) values)).execute())
        .iterator()
        .next()
        .getLong(0);
  }

  private static String refund(long amount) {
    return "{'amount': %d, 'reason': 'other'}".formatted(amount);
  }

  private static JsonObject orderOf(String cartId) {
    until(() -> store.shop.orderCount(cartId) == 1);
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
    until(() -> order(id).getString("payment_status").equals(paymentStatus));
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
    return count("SELECT count(*) FROM payment_notice");
  }

  /** Waits until no notice of a provider is in work. */
  private static void settled() {
    await(store.stripe.webhooks().idle());
    until(() ->
        count(
                "SELECT count(*) FROM payment_notice"
                    + " WHERE due_at IS NOT NULL AND id LIKE '%s' AND tries < 2",
                "stripe:%")
            == 0);
  }
}
