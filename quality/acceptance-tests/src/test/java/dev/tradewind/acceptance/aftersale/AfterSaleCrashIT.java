package dev.tradewind.acceptance.aftersale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.CrashingNode;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.api.order.CheckoutFailpoint;
import dev.tradewind.order.edit.OrderEditFailpoint;
import dev.tradewind.order.payment.PaymentFailpoint;
import dev.tradewind.order.swap.SwapFailpoint;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.LongForm;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash of a node at every failpoint of the confirmation of an order edit, the completion and
 * payment of a swap, the refund of a claim, and the authorization of a payment collection: after a
 * retry each has one effect on line items, stock, money and events. {@code -Dtradewind.crashes=20}
 * repeats it twenty times.
 */
class AfterSaleCrashIT {

  private static final int ROUNDS = Lane.count("tradewind.crashes", 1, 3);
  private static final int ADDED = 3;

  /**
   * A swap has no number, and nothing is voided without a refusal. {@code CompletionCrashIT}
   * crashes at every point of the completion that swaps share.
   */
  private static final List<Enum<?>> SWAP_POINTS =
      Lane.cases(
          List.of(
              CheckoutFailpoint.CHECKED,
              CheckoutFailpoint.ATTEMPT_OPENED,
              CheckoutFailpoint.AUTHORIZED_AT_PROVIDER,
              CheckoutFailpoint.PLACEMENT_ASKED,
              CheckoutFailpoint.PLACED,
              CheckoutFailpoint.ANSWERED,
              SwapFailpoint.STOCK_TAKEN,
              SwapFailpoint.SWAP_WRITTEN),
          CheckoutFailpoint.AUTHORIZED_AT_PROVIDER,
          SwapFailpoint.SWAP_WRITTEN);

  /** {@code PaymentCrashIT} crashes at every point of the recorded calls that these flows share. */
  private static final List<PaymentFailpoint> PAYMENT_POINTS =
      Lane.cases(List.of(PaymentFailpoint.values()), PaymentFailpoint.DONE_AT_PROVIDER);

  @TempDir private static Path folder;

  private static CrashingNode node;

  @BeforeAll
  static void open() {
    node = new CrashingNode(folder);
  }

  @AfterAll
  static void close() {
    node.close();
  }

  @Test
  void anEditIsConfirmedOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (OrderEditFailpoint point : OrderEditFailpoint.values()) {
        String key = "edit-" + point.name() + round;
        JsonObject placed = node.placed();
        JsonObject edit = editOf(placed, key);
        String confirm = "/admin/order-edits/" + edit.getString("id") + "/confirm";
        long stock = stock();

        node.crash(point, confirm, null, key);
        node.start();

        boolean isCommitted = point == OrderEditFailpoint.EDIT_CONFIRMED;
        assertThat(stock()).as(key).isEqualTo(isCommitted ? stock - ADDED : stock);
        assertThat(lines(node.read(placed))).as(key).hasSize(isCommitted ? 2 : 1);
        for (int attempt = 0; attempt < 2; attempt++) {
          JsonObject confirmed = node.ok(confirm, null, key).getJsonObject("order_edit");
          assertThat(confirmed.getString("status")).as(key).isEqualTo("confirmed");
        }
        JsonObject order = node.read(placed);
        assertThat(lines(order)).as(key).hasSize(2);
        assertThat(order.getLong("total"))
            .as(key)
            .isEqualTo(placed.getLong("total") + edit.getLong("difference_due"));
        assertThat(stock()).as(key).isEqualTo(stock - ADDED);
        node.assertEvents(key, edit.getString("id"), "order-edit.confirmed");
      }
    }
  }

  @Test
  void aSwapIsConfirmedOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (Enum<?> point : SWAP_POINTS) {
        String key = "swap-" + point.name() + round;
        JsonObject placed = shipped(key);
        JsonObject swap = swapOf(placed, key);
        String cartId = swap.getString("cart_id");
        String complete = "/store/carts/" + cartId + "/complete";
        long stock = stock();

        node.crash(point, complete, null, key);
        node.start();

        if (point instanceof SwapFailpoint) {
          assertThat(stock()).as(key).isEqualTo(stock);
          assertThat(lastSwap(node.read(placed)).getString("confirmed_at")).as(key).isNull();
        }
        JsonObject completed = node.ok(complete, null, key);
        assertThat(completed.getString("type")).as(key).isEqualTo("swap");
        assertThat(node.ok(complete, null, key)).as(key).isEqualTo(completed);
        assertThat(node.ok(complete, null, key + "-other").getJsonObject("data").getString("id"))
            .as(key)
            .isEqualTo(swap.getString("id"));

        JsonObject order = node.read(placed);
        JsonObject confirmed = lastSwap(order);
        String paymentId = confirmed.getJsonObject("payment").getString("id");
        assertThat(order.getJsonArray("payments")).as(key).hasSize(2);
        assertThat(stock()).as(key).isEqualTo(stock - ADDED);
        assertThat(attempts(cartId, "= 'used'")).as(key).isEqualTo(1);
        assertThat(attempts(cartId, "NOT IN ('used', 'voided')")).as(key).isZero();
        assertThat(LedgerPaymentProvider.heldFor(node.payments(), cartId))
            .as(key)
            .containsExactly(paymentId);
        node.assertEvents(key, swap.getString("id"), "swap.payment_completed");
      }
    }
  }

  @LongForm
  @Test
  void theDifferenceOfASwapIsCapturedOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (PaymentFailpoint point : PAYMENT_POINTS) {
        String key = "difference-" + point.name() + round;
        JsonObject placed = shipped(key);
        JsonObject swap = swapOf(placed, key);
        String cartId = swap.getString("cart_id");
        node.ok("/store/carts/" + cartId + "/complete", null, key);
        String process = "/swaps/" + swap.getString("id") + "/process-payment";

        node.crash(point, placed, process, null, key);
        node.start();

        for (int attempt = 0; attempt < 2; attempt++) {
          JsonObject processed = lastSwap(node.order(placed, process, null, key));
          assertThat(processed.getString("payment_status")).as(key).isEqualTo("captured");
          assertThat(LedgerPaymentProvider.moved(node.payments(), "capture", cartId).values())
              .as(key)
              .containsExactly(processed.getLong("difference_due"));
        }
        node.assertEvents(key, swap.getString("id"), "swap.payment_captured");
      }
    }
  }

  /** The retrier finishes the refund, and the repeated request finds it. */
  @LongForm
  @Test
  void aClaimIsRefundedOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (PaymentFailpoint point : PAYMENT_POINTS) {
        String key = "claim-" + point.name() + round;
        JsonObject placed = shipped(key);
        JsonObject body =
            new JsonObject()
                .put("type", "refund")
                .put(
                    "claim_items",
                    new JsonArray().add(units(placed).put("reason", "production_failure")));

        node.crash(point, placed, "/claims", body, key);
        node.cluster()
            .execute("UPDATE orders.payment_work SET updated_at = updated_at - interval '1 hour'");
        node.start();
        node.process()
            .awaitThat(() ->
                node.cluster()
                        .count("SELECT count(*) FROM orders.payment_work WHERE status = 'asked'")
                    == 0);

        JsonObject order = node.order(placed, "/claims", body, key);
        assertThat(order.getJsonArray("claims")).as(key).hasSize(1);
        JsonObject claim = order.getJsonArray("claims").getJsonObject(0);
        long refunded = claim.getLong("refund_amount");
        assertThat(claim.getString("payment_status")).as(key).isEqualTo("refunded");
        assertThat(refunded).as(key).isPositive();
        assertThat(order.getLong("refunded_total")).as(key).isEqualTo(refunded);
        assertThat(order.getJsonArray("refunds")).as(key).hasSize(1);
        assertThat(
                LedgerPaymentProvider.moved(node.payments(), "refund", placed.getString("cart_id"))
                    .values())
            .as(key)
            .containsExactly(refunded);
        node.assertEvents(key, claim.getString("id"), "claim.created", "claim.refund_processed");
      }
    }
  }

  @LongForm
  @Test
  void aCollectionIsAuthorizedOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (PaymentFailpoint point : PAYMENT_POINTS) {
        String key = "collection-" + point.name() + round;
        JsonObject placed = node.placed();
        JsonObject edit = editOf(placed, key);
        String editId = edit.getString("id");
        JsonObject requested =
            node.ok("/admin/order-edits/" + editId + "/request", new JsonObject(), key)
                .getJsonObject("order_edit");
        String id = requested.getString("payment_collection_id");
        String sessions = "/store/payment-collections/" + id + "/sessions";
        String session =
            node.ok(sessions, new JsonObject().put("provider_id", LedgerPaymentProvider.ID), key)
                .getJsonObject("payment_collection")
                .getJsonArray("payment_sessions")
                .getJsonObject(0)
                .getString("id");
        String authorize = sessions + "/" + session + "/authorize";

        node.crash(point, authorize, null, key);
        node.start();

        for (int attempt = 0; attempt < 2; attempt++) {
          JsonObject authorized = node.ok(authorize, null, key).getJsonObject("payment_session");
          assertThat(authorized.getString("status")).as(key).isEqualTo("authorized");
        }
        JsonObject collection =
            node.get("/admin/payment-collections/" + id).getJsonObject("payment_collection");
        assertThat(collection.getLong("authorized_amount"))
            .as(key)
            .isEqualTo(edit.getLong("difference_due"));
        assertThat(LedgerPaymentProvider.heldFor(node.payments(), id)).as(key).hasSize(1);
        node.ok("/store/order-edits/" + editId + "/complete", null, key);
        JsonObject order = node.read(placed);
        assertThat(order.getJsonArray("payments")).as(key).hasSize(2);
        assertThat(order.getLong("paid_total")).as(key).isEqualTo(order.getLong("total"));
        node.assertEvents(key, id, "payment-collection.payment_authorized");
      }
    }
  }

  /** An edit that adds units of the variant that was sold. */
  private JsonObject editOf(JsonObject placed, String key) {
    String path =
        "/admin/order-edits/"
            + node.ok(
                    "/admin/order-edits",
                    new JsonObject().put("order_id", placed.getString("id")),
                    key)
                .getJsonObject("order_edit")
                .getString("id");
    node.ok(path + "/items", added(placed), key);
    JsonObject edit = node.get(path).getJsonObject("order_edit");
    assertThat(edit.getLong("difference_due")).as(key).isPositive();
    return edit;
  }

  /** A captured order with all of its units shipped. */
  private JsonObject shipped(String key) {
    JsonObject placed = node.placed();
    node.order(placed, "/capture", null, key);
    JsonObject fulfilled =
        node.order(
            placed,
            "/fulfillment",
            new JsonObject().put("items", new JsonArray().add(units(placed))),
            key);
    String fulfillmentId = fulfilled.getJsonArray("fulfillments").getJsonObject(0).getString("id");
    node.order(placed, "/shipment", new JsonObject().put("fulfillment_id", fulfillmentId), key);
    return placed;
  }

  /** A swap of the unit that was sold for several of the same variant, ready for completion. */
  private JsonObject swapOf(JsonObject placed, String key) {
    JsonObject body =
        new JsonObject()
            .put("return_items", new JsonArray().add(units(placed)))
            .put("additional_items", new JsonArray().add(added(placed)));
    JsonObject swap = lastSwap(node.order(placed, "/swaps", body, key));
    node.ok("/store/carts/" + swap.getString("cart_id") + "/payment-sessions", null, key);
    return swap;
  }

  private static JsonObject lastSwap(JsonObject order) {
    JsonArray swaps = order.getJsonArray("swaps");
    return swaps.getJsonObject(swaps.size() - 1);
  }

  private static JsonArray lines(JsonObject order) {
    return order.getJsonArray("items");
  }

  private static JsonObject units(JsonObject placed) {
    JsonObject line = lines(placed).getJsonObject(0);
    return new JsonObject()
        .put("item_id", line.getString("id"))
        .put("quantity", line.getLong("quantity"));
  }

  private static JsonObject added(JsonObject placed) {
    return new JsonObject()
        .put("variant_id", lines(placed).getJsonObject(0).getString("variant_id"))
        .put("quantity", ADDED);
  }

  private long attempts(String cartId, String status) {
    return node.cluster()
        .count(
            "SELECT count(*) FROM cart.payment_attempt WHERE cart_id = '%s' AND status %s"
                .formatted(cartId, status));
  }

  private long stock() {
    return node.cluster().count("SELECT sum(inventory_quantity) FROM catalog.product_variant");
  }
}
