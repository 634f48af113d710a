package dev.tradewind.stripe.testserver;

import static dev.tradewind.stripe.testserver.ServerFixture.HELD;
import static dev.tradewind.stripe.testserver.ServerFixture.INTENTS;
import static dev.tradewind.stripe.testserver.ServerFixture.PAID;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.stripe.testserver.TestClient.Reply;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger.Entry;
import dev.tradewind.stripe.testserver.state.Ledger.Kind;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults on request, and what the same idempotency key does after each. */
@ExtendWith(VertxExtension.class)
class FaultsIT {

  private static final String CAPTURE = "POST /v1/payment_intents/{id}/capture";
  private static final String REFUNDS = "POST /v1/refunds";
  private static final String KEY = "operation 1";

  private StripeTestServer server;
  private TestClient client;
  private String intent;
  private String path;

  @BeforeEach
  void start(Vertx vertx) throws Exception {
    server = ServerFixture.start(vertx, false);
    client = new TestClient(server);
    intent = client.post(INTENTS, HELD).id();
    path = INTENTS + "/" + intent + "/capture";
  }

  @AfterEach
  void close() {
    await(server.close());
  }

  private long captured() {
    return server.ledger().sum(intent, Kind.CAPTURE);
  }

  static Stream<Arguments> lostAnswers() {
    return Stream.of(
        Arguments.of(Fault.noAnswerBeforeActing(), 0),
        Arguments.of(Fault.noAnswerAfterActing(), 1000),
        Arguments.of(Fault.resetInBody(), 1000));
  }

  @ParameterizedTest
  @MethodSource("lostAnswers")
  void afterALostAnswerTheSameKeyHasOneEffect(Fault fault, long captured) throws Exception {
    server.faults().next(CAPTURE, fault);

    assertThatThrownBy(() -> client.post(path, "", KEY)).isInstanceOf(IOException.class);
    assertThat(captured()).isEqualTo(captured);
    Reply again = client.post(path, "", KEY);

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed").isPresent()).isEqualTo(captured > 0);
    assertThat(server.ledger().byKey(KEY)).extracting(Entry::kind).containsExactly(Kind.CAPTURE);
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(Fault.rateLimited("endpoint-rate"), 429, 0, 200),
        Arguments.of(Fault.lockTimeout(), 429, 0, 200),
        Arguments.of(Fault.unavailable(), 503, 0, 200),
        Arguments.of(Fault.errorWithoutEffect(), 500, 0, 500),
        Arguments.of(Fault.errorAfterEffect(), 500, 1000, 500),
        Arguments.of(Fault.refused(402, "card_error", "card_declined"), 402, 0, 402),
        Arguments.of(
            Fault.refused(400, "invalid_request_error", "charge_expired_for_capture"),
            400,
            0,
            400));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aFaultAnswersAndTheKeyKeepsWhatHasBegun(Fault fault, int status, long captured, int repeated)
      throws Exception {
    server.faults().next(CAPTURE, fault);

    assertThat(client.post(path, "", KEY).status()).isEqualTo(status);
    assertThat(captured()).isEqualTo(captured);
    assertThat(client.post(path, "", KEY).status()).isEqualTo(repeated);
    assertThat(captured()).isEqualTo(repeated == 200 ? 1000 : captured);
  }

  @Test
  void aStoredErrorIsReplayedForADayAndThenActsAgain() throws Exception {
    server.faults().next(CAPTURE, Fault.errorWithoutEffect());
    client.post(path, "", KEY);
    await(server.clock().advance(Duration.ofHours(23)));

    assertThat(client.post(path, "", KEY).status()).isEqualTo(500);
    await(server.clock().advance(Duration.ofHours(1)));
    assertThat(client.post(path, "", KEY).status()).isEqualTo(200);
  }

  @Test
  void reasonAndRetryAreHeaders() throws Exception {
    server.faults().next(CAPTURE, Fault.rateLimited("endpoint-rate").shouldRetry(true));
    server.faults().on(CAPTURE, 2, Fault.lockTimeout().shouldRetry(false));

    Reply limited = client.post(path, "", KEY);
    Reply locked = client.post(path, "", KEY);

    assertThat(limited.header("Stripe-Rate-Limited-Reason")).hasValue("endpoint-rate");
    assertThat(limited.header("Stripe-Should-Retry")).hasValue("true");
    assertThat(locked.header("Stripe-Rate-Limited-Reason")).isEmpty();
    assertThat(locked.header("Stripe-Should-Retry")).hasValue("false");
    assertThat(locked.error().getString("code")).isEqualTo("lock_timeout");
  }

  @Test
  void whileACallIsHeldItsKeyIsInUse() throws Exception {
    Promise<Void> release = Promise.promise();
    Promise<Void> hasArrived = Promise.promise();
    server
        .faults()
        .next(
            CAPTURE,
            Fault.heldUntil(() -> {
              hasArrived.complete();
              return release.future();
            }));

    CompletableFuture<Reply> first = client.start(path, "", KEY);
    await(hasArrived.future());
    Reply second = client.post(path, "", KEY);
    release.complete();

    assertThat(second.status()).isEqualTo(409);
    assertThat(second.error().getString("code")).isEqualTo("idempotency_key_in_use");
    assertThat(first.get().status()).isEqualTo(200);
    assertThat(client.post(path, "", KEY).header("Original-Request"))
        .isEqualTo(first.get().header("Request-Id"));
  }

  @Test
  void aHeldAnswerHasActed() throws Exception {
    Promise<Void> release = Promise.promise();
    Promise<Void> hasActed = Promise.promise();
    server
        .faults()
        .next(
            CAPTURE,
            Fault.answerHeldUntil(() -> {
              hasActed.complete();
              return release.future();
            }));

    CompletableFuture<Reply> first = client.start(path, "", KEY);
    await(hasActed.future());

    assertThat(captured()).isEqualTo(1000);
    assertThat(first).isNotDone();
    release.complete();
    assertThat(first.get().status()).isEqualTo(200);
  }

  @Test
  void theThirdCallAloneFails() throws Exception {
    server.faults().on(REFUNDS, 3, Fault.errorWithoutEffect());
    String paid = client.post(INTENTS, PAID).id();

    assertThat(Stream.of(1, 2, 3, 4).map(call -> refund(paid, 100).status()).toList())
        .containsExactly(200, 200, 500, 200);
    assertThat(server.faults().calls(REFUNDS)).isEqualTo(4);
    assertThat(server.ledger().kept(paid)).isEqualTo(700);
  }

  @Test
  void aPendingRefundHasItsResultLater() throws Exception {
    String paid = client.post(INTENTS, PAID).id();
    server.faults().on(REFUNDS, 1, Fault.pendingRefund()).on(REFUNDS, 2, Fault.pendingRefund());
    Reply first = refund(paid, 400);
    Reply second = refund(paid, 600);
    assertThat(first.body().getString("status")).isEqualTo("pending");

    server.actions().settleRefund(first.id());
    server.actions().failRefund(second.id(), "insufficient_funds");

    assertThat(client.get("/v1/refunds/" + first.id()).body().getString("status"))
        .isEqualTo("succeeded");
    assertThat(client.get("/v1/refunds/" + second.id()).body().getString("failure_reason"))
        .isEqualTo("insufficient_funds");
    assertThat(server.ledger().kept(paid)).isEqualTo(600);
    assertThat(refund(paid, 600).status()).isEqualTo(200);
  }

  @Test
  void refundsOfTheirTestCardsHaveTheirResultInAMinute() throws Exception {
    String pending = refundOf("pm_card_pendingRefund");
    String failing = refundOf("pm_card_refundFail");
    assertThat(server.find(pending).getString("status")).isEqualTo("pending");
    assertThat(server.find(failing).getString("status")).isEqualTo("succeeded");

    await(server.clock().advance(Duration.ofMinutes(1)));

    assertThat(server.find(pending).getString("status")).isEqualTo("succeeded");
    assertThat(server.find(failing).getString("status")).isEqualTo("failed");
    assertThat(server.ledger().withMoney())
        .containsExactlyInAnyOrder(intent, server.find(failing).getString("payment_intent"));
  }

  private String refundOf(String card) throws Exception {
    String form = "amount=1000&currency=eur&confirm=true&payment_method=" + card;
    return refund(client.post(INTENTS, form).id(), 1000).id();
  }

  private Reply refund(String paid, long amount) {
    try {
      return client.post("/v1/refunds", "payment_intent=" + paid + "&amount=" + amount);
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }
}
