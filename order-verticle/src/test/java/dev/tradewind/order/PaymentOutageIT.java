package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.providercall.RecordedCallRetrier;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
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
  private final RecordedCallRetrier<PaymentOperation> retrier = shop.paymentRetrier(clock);
  private final String id = shop.newOrders(1, TestPaymentProvider.ID).getFirst();

  @AfterEach
  void close() {
    TestPaymentProvider.reset();
    shop.close();
  }

  @Test
  void theProviderIsCalledOnceAMinuteAndTheRefundTakesEffectOnce() {
    shop.admin("adminCaptureOrder", id).order();
    TestPaymentProvider.answer(Outcome.FAILS);
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
    int before = TestPaymentProvider.calls(operation).size();

    runFor(Duration.ofDays(1));

    // An operation is due after more than one minute, and the task runs every half minute.
    assertThat(TestPaymentProvider.calls(operation).size() - before).isBetween(24 * 40, 24 * 60);
    assertThat(order().getLong("refunded_total")).isZero();

    TestPaymentProvider.answer(Outcome.DONE);
    runFor(Duration.ofMinutes(5));

    assertThat(order().getLong("refunded_total")).isEqualTo(100);
    assertThat(order().getJsonArray("refunds")).hasSize(1);
    assertThat(shop.events(id)).containsExactly("order.payment_captured", "order.refund_created");
  }

  /** The background task reports the failure, but not that of a node that stops. */
  @Test
  void operationsThatCannotBeReadFailTheTask() {
    assertThat(failure(shop.brokenPaymentRetrier(clock).task().work().get()))
        .hasMessageContaining("payment_work");
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
