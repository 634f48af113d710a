package dev.tradewind.acceptance.aftersale;

import static dev.tradewind.acceptance.StaffClient.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.acceptance.StaffClient;
import dev.tradewind.api.event.Topics;
import dev.tradewind.providers.test.TestPaymentProvider;
import dev.tradewind.providers.test.TestPaymentProvider.Kind;
import dev.tradewind.providers.test.TestPaymentProvider.Outcome;
import dev.tradewind.testing.TestKafka;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Refusals and missing answers of the payment provider when the difference of a swap is captured or
 * refunded: staff processes the swap again, and the money is moved once.
 */
class SwapProviderOutcomesIT {

  private static final String DEARER = "swap-dearer";
  private static final String CHEAPER = "swap-cheaper";
  private static final String PROCESS = "/process-payment";
  private static final int MAX_EVENTS = 20;

  private static Shop shop;
  private static StaffClient staff;

  @BeforeAll
  static void open() {
    // Its regions are in the way of tests that take the first one of a currency.
    shop = Shop.publishingTo(TestKafka.bootstrapServers());
    staff = new StaffClient(shop);
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  @Test
  void aRefusedCaptureIsRequestedAgain() {
    assertCapturedAfter(Outcome.REFUSED);
  }

  @Test
  void aCaptureWithoutAnAnswerIsRepeatedUnderItsKey() {
    assertCapturedAfter(Outcome.FAILS);
  }

  private void assertCapturedAfter(Outcome failure) {
    SwapFixture fixture = confirmed(DEARER);
    JsonObject swap = fixture.swap();
    String cartId = swap.getString("cart_id");
    TestPaymentProvider.answerNext(cartId, failure, failure);

    for (int attempt = 0; attempt < 2; attempt++) {
      ok(fixture.onSwap(PROCESS, null));
      assertThat(fixture.swap().getString("payment_status")).isEqualTo("requires_action");
      assertThat(fixture.swap().getJsonObject("payment").getString("captured_at")).isNull();
      assertThat(fixture.shown().getString("payment_status")).isEqualTo("captured");
    }
    processAtOnce(fixture, swap);

    assertThat(fixture.swap().getString("payment_status")).isEqualTo("captured");
    assertThat(fixture.swap().getJsonObject("payment").getString("captured_at")).isNotNull();
    assertThat(TestPaymentProvider.keys(cartId, Kind.CAPTURE, Kind.REFUND))
        .hasSizeGreaterThanOrEqualTo(3)
        .containsOnly(swap.getJsonObject("payment").getString("id"));
    // A request for an answer that is missing is not a further failure.
    assertThat(types(swap))
        .filteredOn("swap.payment_capture_failed"::equals)
        .hasSize(failure == Outcome.REFUSED ? 2 : 1);
    assertThat(types(swap)).filteredOn("swap.payment_captured"::equals).hasSize(1);
  }

  @Test
  void aRefusedRefundIsPlannedAnew() {
    SwapFixture fixture = confirmed(CHEAPER);
    JsonObject swap = fixture.swap();
    String cartId = fixture.shown().getString("cart_id");
    TestPaymentProvider.answerNext(cartId, Outcome.REFUSED);

    ok(fixture.onSwap(PROCESS, null));

    assertThat(fixture.swap().getString("payment_status")).isEqualTo("requires_action");
    assertNotRefunded(fixture);
    processAtOnce(fixture, swap);
    assertRefundedOnce(fixture);
    assertThat(TestPaymentProvider.keys(cartId, Kind.CAPTURE, Kind.REFUND).stream().distinct())
        .as("the capture of the order, the refused refund, and the other one")
        .hasSize(3);
    assertThat(types(swap)).filteredOn("swap.process_refund_failed"::equals).hasSize(1);
    assertThat(types(swap)).filteredOn("swap.refund_processed"::equals).hasSize(1);
  }

  @Test
  void aRefundWithoutAnAnswerIsRepeatedUnderItsKey() {
    SwapFixture fixture = confirmed(CHEAPER);
    JsonObject swap = fixture.swap();
    String cartId = fixture.shown().getString("cart_id");
    TestPaymentProvider.answerNext(cartId, Outcome.FAILS, Outcome.FAILS);

    for (int attempt = 0; attempt < 2; attempt++) {
      ok(fixture.onSwap(PROCESS, null));
      assertThat(fixture.swap().getString("payment_status")).isEqualTo("awaiting");
      assertNotRefunded(fixture);
    }
    processAtOnce(fixture, swap);

    assertRefundedOnce(fixture);
    assertThat(TestPaymentProvider.keys(cartId, Kind.CAPTURE, Kind.REFUND).stream().distinct())
        .as("the capture of the order, and the refund")
        .hasSize(2);
    assertThat(types(swap)).doesNotContain("swap.process_refund_failed");
    assertThat(types(swap)).filteredOn("swap.refund_processed"::equals).hasSize(1);
  }

  private static SwapFixture confirmed(String name) {
    SwapFixture fixture =
        new SwapFixture(
            shop,
            staff,
            SwapFixture.CASES.get(name).getJsonObject("input"),
            TestPaymentProvider.ID);
    fixture.prepare(fixture.create());
    ok(fixture.complete());
    return fixture;
  }

  private static void processAtOnce(SwapFixture fixture, JsonObject swap) {
    String path = fixture.path() + "/swaps/" + swap.getString("id") + PROCESS;
    List<CompletableFuture<Answer>> sent =
        IntStream.range(0, 4).mapToObj(number -> fixture.sendLater(path, null)).toList();
    assertThat(sent.stream().map(CompletableFuture::join))
        .allSatisfy(answer -> assertThat(answer.status()).as(answer.text()).isEqualTo(200));
  }

  private static void assertNotRefunded(SwapFixture fixture) {
    JsonObject order = fixture.shown();
    assertThat(order.getLong("refunded_total")).isZero();
    assertThat(order.getJsonArray("refunds")).isEmpty();
    assertThat(order.getString("payment_status")).isEqualTo("captured");
  }

  private static void assertRefundedOnce(SwapFixture fixture) {
    assertThat(fixture.swap().getString("payment_status")).isEqualTo("difference_refunded");
    JsonObject order = fixture.shown();
    assertThat(order.getLong("refunded_total"))
        .isEqualTo(-fixture.swap().getLong("difference_due"));
    assertThat(order.getJsonArray("refunds")).hasSize(1);
    assertThat(order.getString("payment_status")).isEqualTo("captured");
  }

  /** Types of all events of the swap. */
  private static List<String> types(JsonObject swap) {
    shop.awaitNoWaitingEvents();
    return shop.events(Topics.ORDER, swap.getString("id"), MAX_EVENTS).stream()
        .map(event -> event.header("ce_type"))
        .toList();
  }
}
