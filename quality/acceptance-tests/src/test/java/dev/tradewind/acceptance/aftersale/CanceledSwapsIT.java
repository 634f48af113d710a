package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.assertRefused;
import static dev.tradewind.acceptance.StaffClient.ok;
import static dev.tradewind.acceptance.aftersale.SwapShop.DEARER;
import static dev.tradewind.acceptance.aftersale.SwapShop.atOnce;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.HeldLock;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Canceled swaps give back their goods and payments. */
class CanceledSwapsIT {

  @RegisterExtension static final SwapShop swaps = new SwapShop();

  @Test
  void aCanceledSwapGivesBackItsGoodsAndItsPaymentOnce() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    ok(fixture.onSwap("/process-payment", null));
    JsonObject swap = fixture.swap();
    String sent = swap.getJsonArray("additional_items").getJsonObject(0).getString("variant_id");
    assertRefused(
        fixture.onSwap("/cancel", null),
        400,
        "not_allowed",
        "Return must be canceled before the swap can be canceled");
    ok(
        fixture.send(
            "/admin/returns/" + swap.getJsonObject("return_order").getString("id") + "/cancel",
            null));
    String path = fixture.path() + "/swaps/" + swap.getString("id") + "/cancel";

    List<Answer> answers = atOnce(4, () -> fixture.sendLater(path, null));

    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("canceled");
    assertThat(fixture.swap().getString("fulfillment_status")).isEqualTo("canceled");
    assertThat(swaps.shop.stockOf(sent)).isEqualTo(100);
    assertThat(fixture.shown().getLong("refunded_total")).isEqualTo(2_700);
    assertRefused(
        fixture.onSwap("/process-payment", null),
        400,
        "not_allowed",
        "Canceled swap cannot be processed");
  }

  @Test
  void theCartOfACanceledSwapIsNotCompleted() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    assertRefused(
        fixture.send(fixture.path() + "/cancel", null),
        400,
        "not_allowed",
        "All fulfillments must be canceled before canceling an order");
    ok(
        fixture.send(
            "/admin/returns/"
                + fixture.swap().getJsonObject("return_order").getString("id")
                + "/cancel",
            null));
    ok(fixture.onSwap("/cancel", null));

    assertRefused(
        fixture.complete(),
        400,
        "not_allowed",
        "Cart related to canceled swap cannot be completed");
    assertThat(swaps.shop.paymentAttempts(fixture.swap().getString("cart_id"))).isEmpty();
  }

  /**
   * The cancellation waits between its two locks, that of the stock and that of the order, while
   * the completion begins.
   */
  @Test
  void aCompletionDuringTheCancellationKeepsNeitherStockNorPayment() {
    SwapFixture fixture = swaps.fixtureOf(DEARER);
    fixture.prepare(fixture.create());
    JsonObject swap = fixture.swap();
    String cart = fixture.cartPath();
    String sent = swap.getJsonArray("additional_items").getJsonObject(0).getString("variant_id");
    int stock = swaps.shop.stockOf(sent);
    String returned = swap.getJsonObject("return_order").getString("id");
    ok(fixture.send("/admin/returns/" + returned + "/cancel", null));
    long version = swaps.shop.orderVersion(fixture.order);
    String cancel = fixture.path() + "/swaps/" + swap.getString("id") + "/cancel";
    CompletableFuture<Answer> canceled;
    CompletableFuture<Answer> completed;

    try (HeldLock stockLock =
        new HeldLock(swaps.shop.orders(), "SELECT catalog.lock_stock($1)", swap.getString("id"))) {
      canceled = fixture.sendLater(cancel, null);
      int cancellation = stockLock.awaitWaiting(1).getFirst();
      try (HeldLock orderLock =
          new HeldLock(
              swaps.shop.orders(),
              "SELECT FROM \"order\" WHERE id = $1 FOR NO KEY UPDATE",
              fixture.order)) {
        completed = swaps.shop.storefront().postLater(cart + "/complete", null);
        orderLock.awaitWaiting(2);
        stockLock.release();
        orderLock.awaitWaitingForRow(cancellation);
        orderLock.release();
      }
    }

    ok(canceled.join());
    assertRefused(
        completed.join(), 400, "not_allowed", "Cart related to canceled swap cannot be completed");
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("canceled");
    assertThat(swaps.shop.stockOf(sent)).isEqualTo(stock);
    assertThat(swaps.shop.paymentAttempts(swap.getString("cart_id"))).containsOnly("voided");
    assertThat(swaps.shop.orderVersion(fixture.order)).isEqualTo(version + 1);
  }
}
