package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.Ids;
import dev.tradewind.order.payment.PaymentOperationRetrier;
import dev.tradewind.testing.AdvanceableClock;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rate of the retries of a refund whose provider does not answer for a day. */
class PaymentOutageIT {

  private static final Duration INTERVAL = Duration.ofSeconds(30);

  private final OrderShop shop = new OrderShop();
  private final AdvanceableClock clock = new AdvanceableClock();
  private final PaymentOperationRetrier retrier = shop.paymentRetrier(clock);
  private final String id = shop.newOrders(1, ScriptedProvider.ID).getFirst();

  @AfterEach
  void close() {
    ScriptedProvider.reset();
    shop.close();
  }

  @Test
  void theProviderIsCalledOnceAMinuteAndTheRefundTakesEffectOnce() {
    shop.admin("adminCaptureOrder", id).order();
    ScriptedProvider.silent = true;
    shop.admin(
            "adminRefundOrder",
            id,
            new JsonObject(),
            new JsonObject().put("amount", 100).put("reason", "other"),
            Ids.ulid())
        .refuses(503, "The payment provider is not available. Please retry.");
    String operation =
        shop.run("SELECT id FROM payment_work WHERE order_id = $1 AND kind = 'refund'", id)
            .iterator()
            .next()
            .getString(0);
    int before = ScriptedProvider.calls(operation).size();

    runFor(Duration.ofDays(1));

    // An operation is due after more than one minute, and the task runs every half minute.
    assertThat(ScriptedProvider.calls(operation).size() - before).isBetween(24 * 40, 24 * 60);
    assertThat(order().getLong("refunded_total")).isZero();

    ScriptedProvider.silent = false;
    runFor(Duration.ofMinutes(5));

    assertThat(order().getLong("refunded_total")).isEqualTo(100);
    assertThat(order().getJsonArray("refunds")).hasSize(1);
    assertThat(shop.events(id)).containsExactly("order.payment_captured", "order.refund_created");
  }

  private void runFor(Duration time) {
    for (long run = time.dividedBy(INTERVAL); run > 0; run--) {
      clock.advance(INTERVAL);
      await(retrier.retry(Duration.ofMinutes(1)));
    }
  }

  private JsonObject order() {
    return shop.admin("adminGetOrder", id).order();
  }
}
