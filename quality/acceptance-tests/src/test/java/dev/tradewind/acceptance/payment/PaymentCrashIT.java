package dev.tradewind.acceptance.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.CrashingNode;
import dev.tradewind.acceptance.LedgerPaymentProvider;
import dev.tradewind.order.payment.PaymentFailpoint;
import dev.tradewind.testing.Lane;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Crash of a node at every failpoint of a capture, and of refunds and cancellations at those of the
 * lane: after a retry the provider has moved the money once, and the order says so. {@code
 * -Dtradewind.crashes=20} repeats it twenty times.
 */
class PaymentCrashIT {

  private static final int ROUNDS = Lane.count("tradewind.crashes", 1, 3);
  private static final long REFUNDED = 300;

  /** Of refunds and cancellations, whose calls are recorded and repeated as those of captures. */
  private static final List<PaymentFailpoint> LATER_POINTS =
      Lane.cases(List.of(PaymentFailpoint.values()), PaymentFailpoint.DONE_AT_PROVIDER);

  @TempDir private static Path folder;

  private CrashingNode node;

  @BeforeEach
  void open() {
    node = new CrashingNode(folder);
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void moneyIsMovedOnceAfterACrashAtAnyFailpoint() {
    for (int round = 0; round < ROUNDS; round++) {
      for (PaymentFailpoint point : PaymentFailpoint.values()) {
        String key = point.name() + round;
        JsonObject placed = node.placed();
        long total = placed.getLong("total");
        String cartId = placed.getString("cart_id");

        crash(point, placed, "/capture", null, key);
        JsonObject captured = node.order(placed, "/capture", null, key);
        assertThat(captured.getString("payment_status")).as(key).isEqualTo("captured");
        assertThat(LedgerPaymentProvider.moved(node.payments(), "capture", cartId).values())
            .as(key)
            .containsExactly(total);
        if (!LATER_POINTS.contains(point)) {
          continue;
        }

        JsonObject refund = new JsonObject().put("amount", REFUNDED).put("reason", "other");
        crash(point, placed, "/refund", refund, key);
        JsonObject refunded = node.order(placed, "/refund", refund, key);
        assertThat(refunded.getLong("refunded_total")).as(key).isEqualTo(REFUNDED);
        assertThat(refunded.getJsonArray("refunds")).as(key).hasSize(1);
        assertThat(LedgerPaymentProvider.moved(node.payments(), "refund", cartId).values())
            .as(key)
            .containsExactly(REFUNDED);
        node.assertEvents(key, placed, "order.payment_captured", "order.refund_created");

        JsonObject canceled = node.placed();
        node.order(canceled, "/capture", null, key);
        crash(point, canceled, "/cancel", null, key);
        node.cluster()
            .execute("UPDATE orders.payment_work SET updated_at = updated_at - interval '1 hour'");
        String id = canceled.getString("id");
        node.process().kill();
        node.start();
        node.process()
            .awaitThat(() ->
                node.cluster()
                        .count("SELECT count(*) FROM orders.refund WHERE order_id = '" + id + "'")
                    == 1);
        assertThat(
                LedgerPaymentProvider.moved(
                        node.payments(), "refund", canceled.getString("cart_id"))
                    .values())
            .as(key)
            .containsExactly(canceled.getLong("total"));
        node.assertEvents(
            key, canceled, "order.payment_captured", "order.canceled", "order.refund_created");
      }
    }
  }

  private void crash(
      PaymentFailpoint point, JsonObject order, String tail, JsonObject body, String key) {
    node.crash(point, order, tail, body, key);
    node.start();
  }
}
