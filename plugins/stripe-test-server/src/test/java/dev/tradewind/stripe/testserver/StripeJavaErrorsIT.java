package dev.tradewind.stripe.testserver;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.ApiException;
import com.stripe.exception.AuthenticationException;
import com.stripe.exception.IdempotencyException;
import com.stripe.exception.RateLimitException;
import com.stripe.model.PaymentIntent;
import com.stripe.net.RequestOptions;
import com.stripe.param.PaymentIntentCreateParams.CaptureMethod;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger.Entry;
import dev.tradewind.stripe.testserver.state.Ledger.Kind;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Retries of the Java SDK, and the classes of its exceptions. */
@ExtendWith(VertxExtension.class)
class StripeJavaErrorsIT {

  private StripeTestServer server;
  private SdkClient sdk;

  @BeforeEach
  void start(Vertx vertx) {
    server = ServerFixture.start(vertx, false);
    sdk = new SdkClient(server.url(), new RecordingHttpClient());
    sdk.use("2022-11-15");
  }

  @AfterEach
  void close() {
    await(server.close());
  }

  /** A body that ends early is none of them: the SDK does not retry it. */
  static Stream<Fault> faults() {
    return Stream.of(
        Fault.noAnswerBeforeActing(),
        Fault.noAnswerAfterActing(),
        Fault.unavailable(),
        Fault.lockTimeout().shouldRetry(true));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void aRetryOfTheSdkLeavesOneEffect(Fault fault) throws Exception {
    PaymentIntent intent = sdk.create("pm_card_visa", CaptureMethod.MANUAL);
    server.faults().next("POST /v1/payment_intents/{id}/capture", fault);

    RequestOptions retried = sdk.options().toBuilder().setMaxNetworkRetries(1).build();
    sdk.stripe().v1().paymentIntents().capture(intent.getId(), null, retried);

    assertThat(server.faults().calls("POST /v1/payment_intents/{id}/capture")).isEqualTo(2);
    assertThat(server.ledger().ofIntent(intent.getId()))
        .extracting(Entry::kind)
        .containsExactly(Kind.AUTHORIZATION, Kind.CAPTURE);
  }

  @Test
  void refusalsHaveTheirClasses() throws Exception {
    PaymentIntent intent = sdk.create("pm_card_visa", CaptureMethod.MANUAL);
    String capture = "POST /v1/payment_intents/{id}/capture";
    server.faults().on(capture, 1, Fault.rateLimited("endpoint-rate"));
    server.faults().on(capture, 2, Fault.errorWithoutEffect());
    RequestOptions once = sdk.options().toBuilder().setMaxNetworkRetries(0).build();
    RequestOptions keyed = once.toBuilder().setIdempotencyKey("key").build();
    RequestOptions foreign = once.toBuilder().setApiKey("sk_test_another").build();

    assertThatThrownBy(() -> sdk.stripe().v1().paymentIntents().capture(intent.getId(), null, once))
        .isInstanceOf(RateLimitException.class);
    assertThatThrownBy(() -> sdk.stripe().v1().paymentIntents().capture(intent.getId(), null, once))
        .isInstanceOf(ApiException.class);
    assertThatThrownBy(() -> sdk.stripe().v1().accounts().retrieveCurrent(null, foreign))
        .isInstanceOf(AuthenticationException.class);
    sdk.stripe().v1().paymentIntents().capture(intent.getId(), null, keyed);
    assertThatThrownBy(() -> sdk.stripe().v1().paymentIntents().cancel(intent.getId(), null, keyed))
        .isInstanceOf(IdempotencyException.class);
  }
}
