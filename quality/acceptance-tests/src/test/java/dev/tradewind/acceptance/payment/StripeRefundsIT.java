package dev.tradewind.acceptance.payment;

import static dev.tradewind.acceptance.payment.StripeOrders.refund;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Shop;
import dev.tradewind.stripe.testserver.webhook.DeliveryFault;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Refunds at Stripe, which reach the shop by webhooks, also if they fail later. */
class StripeRefundsIT {

  @RegisterExtension static final StripeOrders orders = new StripeOrders();

  @Test
  void aRefundAtStripeIsOneOfTheOrder() {
    JsonObject session = new JsonObject();
    String order = orders.capturedOrder(session, 3);
    orders.store.stripe.webhooks().plan("charge.refunded", DeliveryFault.TWICE);

    JsonObject made =
        orders.store.atStripe("refunds", "amount=700&payment_intent=" + session.getString("id"));

    orders.awaitOrder(order, "partially_refunded");
    await(orders.store.stripe.webhooks().idle());
    orders.settled();
    JsonObject shown = orders.order(order);
    assertThat(shown.getLong("refunded_total")).isEqualTo(700);
    assertThat(shown.getJsonArray("refunds")).hasSize(1);
    JsonObject refund = shown.getJsonArray("refunds").getJsonObject(0);
    assertThat(refund.getString("note")).contains(made.getString("id"));
    assertThat(refund.getString("reason")).isEqualTo("other");

    orders.store.staff.post("/admin/orders/" + order + "/refund", refund(300));
    orders.settled();
    assertThat(orders.order(order).getLong("refunded_total")).isEqualTo(1_000);
    assertThat(orders.store.stripe.ledger().kept(session.getString("id"))).isEqualTo(2_000);
  }

  @Test
  void aCaptureAndARefundAreFoundByOneLook() {
    JsonObject session = new JsonObject();
    String order = orders.paidOrder(session, 1);
    orders.store.stripe.webhooks().hold();

    orders.store.atStripe("payment_intents/" + session.getString("id") + "/capture", "");
    orders.store.atStripe("refunds", "payment_intent=" + session.getString("id"));
    await(orders.store.stripe.webhooks().releaseShuffled(7));

    orders.awaitOrder(order, "refunded");
    orders.settled();
    assertThat(orders.order(order).getLong("refunded_total")).isEqualTo(1_000);
    assertThat(orders.types(order)).filteredOn("order.payment_captured"::equals).hasSize(1);
    assertThat(orders.types(order)).filteredOn("order.refund_created"::equals).hasSize(1);
  }

  @Test
  void aRefundThatFailsLaterCountsNoMoreAndCanBeRepeated() {
    JsonObject session = new JsonObject();
    String order = orders.capturedOrder(session, 1);
    orders.store.staff.post("/admin/orders/" + order + "/refund", refund(1_000));
    assertThat(orders.order(order).getString("payment_status")).isEqualTo("refunded");

    failRefund(session);

    orders.awaitOrder(order, "captured");
    JsonObject failed = orders.order(order);
    assertThat(failed.getLong("refunded_total")).isZero();
    assertThat(failed.getJsonArray("refunds").getJsonObject(0).getJsonObject("metadata"))
        .isEqualTo(new JsonObject().put("failed_amount", 1_000).put("failure_reason", "declined"));
    assertThat(orders.types(order)).filteredOn("payment.payment_refund_failed"::equals).hasSize(1);

    orders.store.staff.post("/admin/orders/" + order + "/refund", refund(1_000));
    assertThat(orders.order(order).getLong("refunded_total")).isEqualTo(1_000);
    assertThat(orders.store.stripe.ledger().kept(session.getString("id"))).isZero();
  }

  @Test
  void aReturnWhoseRefundFailsLaterRequiresAction() {
    JsonObject session = new JsonObject();
    String order = orders.capturedOrder(session, 2);
    orders.store.staff.post(
        "/admin/orders/" + order + "/return",
        "{'items': [{'item_id': '%s', 'quantity': 1}], 'receive_now': true, 'refund': 1000}",
        line(order));
    assertThat(orders.order(order).getString("fulfillment_status")).isEqualTo("partially_returned");

    failRefund(session);

    until(() -> orders.order(order).getString("fulfillment_status").equals("requires_action"));
    orders.settled();
    assertThat(orders.order(order).getLong("refunded_total")).isZero();
    assertThat(orders.types(order)).filteredOn("order.return_action_required"::equals).hasSize(1);
    assertThat(orders.types(order)).filteredOn("payment.payment_refund_failed"::equals).hasSize(1);
  }

  @Test
  void aSwapWhoseRefundFailsLaterIsRefundedAgain() {
    JsonObject session = new JsonObject();
    String order = shippedOrder(session, 1);
    String cheaper = orders.store.shop.newVariant(400, 9).getString("id");
    JsonObject swap =
        last(
            orders.store.staff.post(
                "/admin/orders/" + order + "/swaps",
                "{'return_items': [{'item_id': '%s', 'quantity': 1}],"
                    + " 'additional_items': [{'variant_id': '%s', 'quantity': 1}]}",
                line(order),
                cheaper),
            "swaps");
    orders.store.complete(swap.getString("cart_id"));
    String process =
        "/admin/orders/" + order + "/swaps/" + swap.getString("id") + "/process-payment";
    assertThat(last(orders.store.staff.post(process, "{}"), "swaps").getString("payment_status"))
        .isEqualTo("difference_refunded");

    failRefund(session);

    until(() -> part(order, "swaps").getString("payment_status").equals("requires_action"));
    orders.settled();
    assertThat(orders.types(order)).filteredOn("swap.process_refund_failed"::equals).hasSize(1);
    assertThat(last(orders.store.staff.post(process, "{}"), "swaps").getString("payment_status"))
        .isEqualTo("difference_refunded");
    assertThat(orders.order(order).getLong("refunded_total")).isEqualTo(600);
    assertThat(orders.store.stripe.ledger().kept(session.getString("id"))).isEqualTo(400);
  }

  @Test
  void aClaimWhoseRefundFailsLaterIsNotRefunded() {
    JsonObject session = new JsonObject();
    String order = shippedOrder(session, 2);
    orders.store.staff.post(
        "/admin/orders/" + order + "/claims",
        "{'type': 'refund', 'claim_items': [{'item_id': '%s', 'quantity': 1,"
            + " 'reason': 'production_failure'}]}",
        line(order));
    assertThat(part(order, "claims").getString("payment_status")).isEqualTo("refunded");

    failRefund(session);

    until(() -> part(order, "claims").getString("payment_status").equals("not_refunded"));
    orders.settled();
    assertThat(orders.types(order)).filteredOn("claim.updated"::equals).hasSize(1);
    orders.store.staff.post("/admin/orders/" + order + "/refund", refund(1_000));
    assertThat(orders.order(order).getLong("refunded_total")).isEqualTo(1_000);
  }

  private static String freeShipping() {
    String region = Shop.regionPaidWith("stripe");
    orders.store.staff.post("/admin/regions/" + region, "{'fulfillment_providers': ['manual']}");
    return orders
        .store
        .staff
        .post(
            "/admin/shipping-options",
            "{'name': 'Free', 'region_id': '%s', 'provider_id': 'manual',"
                + " 'data': {'id': 'manual-fulfillment'}, 'price_type': 'flat_rate', 'amount': 0}",
            region)
        .getJsonObject("shipping_option")
        .getString("id");
  }

  private static String shippedOrder(JsonObject session, int quantity) {
    String cartId = orders.store.cart(quantity);
    orders.store.storefront.post(
        "/store/carts/" + cartId + "/shipping-methods",
        new JsonObject().put("option_id", freeShipping()));
    String order = orders.capturedOrder(session, cartId);
    JsonObject fulfillment =
        last(
            orders.store.staff.post(
                "/admin/orders/" + order + "/fulfillment",
                "{'items': [{'item_id': '%s', 'quantity': %d}]}",
                line(order),
                quantity),
            "fulfillments");
    orders.store.staff.post(
        "/admin/orders/" + order + "/shipment",
        "{'fulfillment_id': '%s'}",
        fulfillment.getString("id"));
    return order;
  }

  private static void failRefund(JsonObject session) {
    orders
        .store
        .stripe
        .actions()
        .failRefund(
            orders
                .store
                .fromStripe("refunds?payment_intent=" + session.getString("id"))
                .getJsonArray("data")
                .getJsonObject(0)
                .getString("id"),
            "declined");
  }

  private static String line(String order) {
    return orders.order(order).getJsonArray("items").getJsonObject(0).getString("id");
  }

  private static JsonObject part(String order, String parts) {
    return last(new JsonObject().put("order", orders.order(order)), parts);
  }

  private static JsonObject last(JsonObject answer, String parts) {
    JsonArray all = answer.getJsonObject("order").getJsonArray(parts);
    return all.getJsonObject(all.size() - 1);
  }
}
