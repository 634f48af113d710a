package dev.tradewind.stripe;

import static dev.tradewind.stripe.CardPayments.subject;
import static dev.tradewind.stripe.StripeShop.call;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Payments with Stripe: authorized, captured, released and refunded once, whatever answers are
 * lost.
 */
class StripePaymentProviderIT {

  @RegisterExtension static final CardPayments payments = new CardPayments();

  @Test
  void aChangedKeyInAFileIsUsedWithoutARestart(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "sk_test_former");
    try (StripeShop rotating =
        new StripeShop(Map.of(StripeSettings.API_KEY + "_FILE", file.toString()))) {
      PaymentProvider provider = rotating.provider("stripe");
      PaymentSubject subject = subject(null);
      assertThat(failure(provider.createSession(call(500), subject)))
          .hasMessage("Stripe does not accept the key.");

      Files.writeString(file, "sk_test_server");
      await(rotating.plugins.readingSecrets(rotating.vertx).work().get());

      assertThat(await(provider.createSession(call(500), subject)).data().getString("id"))
          .startsWith("pi_");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "pm_card_visa, AUTHORIZED, requires_capture",
    "pm_card_authenticationRequired, REQUIRES_MORE, requires_action",
    "pm_card_chargeDeclined, PENDING, requires_payment_method"
  })
  void anAuthorizationIsWhatTheBrowserHasDone(
      String paymentMethod, Authorization.Status status, String intent) {
    JsonObject session = payments.opened(700).data();
    payments.shop.confirm(session, paymentMethod);

    Authorization found = await(payments.cards.authorize(call(700), session));

    assertThat(found.status()).isEqualTo(status);
    assertThat(found.data().getString("status")).isEqualTo(intent);
  }

  @Test
  void anAuthenticatedCardIsAuthorized() {
    JsonObject session = payments.opened(710).data();
    payments.shop.confirm(session, "pm_card_authenticationRequired");
    payments.shop.server.actions().approve(session.getString("id"));

    assertThat(await(payments.cards.authorize(call(710), session)).status())
        .isEqualTo(Authorization.Status.AUTHORIZED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPaymentOfAnotherAmountIsReleasedAndNoAuthorization(boolean isLookedUp) {
    JsonObject session = payments.confirmed(800);

    Authorization found =
        await(
            isLookedUp
                ? payments.cards.findAuthorization(call(900), session)
                : payments.cards.authorize(call(900), session));

    assertThat(found.status()).isEqualTo(Authorization.Status.CANCELED);
    assertThat(payments.shop.server.ledger().held(session.getString("id"))).isZero();
  }

  @Test
  void aPaymentIsCapturedOnceHoweverOftenItIsAskedFor() {
    JsonObject session = payments.confirmed(1_000);
    PaymentCall call = call(1_000);

    JsonObject captured = await(payments.cards.capture(call, session));

    assertThat(captured.getString("status")).isEqualTo("succeeded");
    assertThat(await(payments.cards.capture(call, session)).getString("status"))
        .isEqualTo("succeeded");
    assertThat(payments.shop.server.ledger().sum(session.getString("id"), Ledger.Kind.CAPTURE))
        .isEqualTo(1_000);
    assertThat(await(payments.cards.findPayment(call, session)).status())
        .isEqualTo(PaymentState.Status.CAPTURED);
  }

  @Test
  void aPartIsCapturedAndTheRestReleased() {
    JsonObject session = payments.confirmed(1_000);

    await(payments.cards.capture(call(600), session));

    String intent = session.getString("id");
    assertThat(payments.shop.server.ledger().kept(intent)).isEqualTo(600);
    assertThat(payments.shop.server.ledger().held(intent)).isZero();
  }

  @Test
  void aCaptureOfAnotherAmountThanTheCapturedOneIsRefused() {
    JsonObject session = payments.confirmed(1_000);
    await(payments.cards.capture(call(600), session));

    assertThatThrownBy(() -> await(payments.cards.capture(call(1_000), session)))
        .hasRootCauseInstanceOf(Problem.class);
  }

  private static Stream<Fault> lostAnswers() {
    return Stream.of(
        Fault.noAnswerBeforeActing(),
        Fault.noAnswerAfterActing(),
        Fault.resetInBody(),
        Fault.rateLimited("endpoint-rate"),
        Fault.lockTimeout(),
        Fault.unavailable());
  }

  @ParameterizedTest
  @MethodSource("lostAnswers")
  void aLostAnswerIsAskedForAgain(Fault fault) {
    JsonObject session = payments.confirmed(1_100);
    payments.shop.server.faults().next("POST /v1/payment_intents/{id}/capture", fault);

    await(payments.cards.capture(call(1_100), session));
    PaymentCall refund = call(1_100);
    payments.shop.server.faults().next("POST /v1/refunds", fault);
    await(payments.cards.refund(refund, session));

    assertThat(payments.shop.server.ledger().ofIntent(session.getString("id")))
        .extracting(Ledger.Entry::kind)
        .containsExactly(Ledger.Kind.AUTHORIZATION, Ledger.Kind.CAPTURE, Ledger.Kind.REFUND);
  }

  private static Stream<Arguments> storedErrors() {
    return Stream.of(
            "POST /v1/payment_intents",
            "POST /v1/customers",
            "POST /v1/payment_intents/{id}/capture",
            "POST /v1/refunds")
        .flatMap(route ->
            Stream.of(Fault.errorWithoutEffect(), Fault.errorAfterEffect())
                .map(fault -> Arguments.of(route, fault)));
  }

  /** Stripe repeats the answer under the same key for a day. */
  @ParameterizedTest
  @MethodSource("storedErrors")
  void anErrorThatStripeHasStoredEndsNothingAndHappensOnce(String route, Fault fault) {
    int intents = payments.shop.server.all("payment_intent").size();
    int customers = payments.shop.server.all("customer").size();
    payments.shop.server.faults().next(route, fault);
    PaymentCall call = call(1_150);

    JsonObject session = await(payments.cards.createSession(call, subject(null))).data();
    payments.shop.confirm(session, "pm_card_visa");
    await(payments.cards.capture(call, session));
    await(payments.cards.refund(call, session));

    assertThat(payments.shop.server.all("payment_intent").size() - intents).isEqualTo(1);
    assertThat(payments.shop.server.all("customer").size() - customers).isEqualTo(1);
    assertThat(payments.shop.server.ledger().ofIntent(session.getString("id")))
        .extracting(Ledger.Entry::kind)
        .containsExactly(Ledger.Kind.AUTHORIZATION, Ledger.Kind.CAPTURE, Ledger.Kind.REFUND);
  }

  /** Captured payment of which an amount was refunded in Stripe's dashboard. */
  private static JsonObject refunded(long amount, long refunded) {
    JsonObject session = payments.confirmed(amount);
    await(payments.cards.capture(call(amount), session));
    payments.shop.post(
        "/v1/refunds", "payment_intent=" + session.getString("id") + "&amount=" + refunded);
    return session;
  }

  /** Units of the shop are whole forints, of which Stripe refunds parts. */
  @Test
  void noPartOfAnAmountThatWasRefundedIsLost() {
    CurrencyDigits.declare(Map.of("huf", 0));
    try (StripeShop forints = new StripeShop(Map.of())) {
      PaymentProvider provider = forints.provider("stripe");
      PaymentCall call =
          new PaymentCall("key", "cart_1", null, 300, "huf", Instant.now().plusSeconds(20));
      JsonObject session = await(provider.createSession(call, PaymentSubject.UNKNOWN)).data();
      forints.confirm(session, "pm_card_visa");
      await(provider.capture(call, session));
      for (int amount : new int[] {990, 40, 990, 980}) {
        forints.post(
            "/v1/refunds", "payment_intent=" + session.getString("id") + "&amount=" + amount);
      }

      assertThat(await(provider.findPayment(call, session)).refunds())
          .extracting(PaymentState.Refund::amount)
          .containsExactly(10L, 10L, 10L);
    } finally {
      CurrencyDigits.declare(Map.of());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 400, 1_160})
  void theRestOfAPaymentThatWasRefundedElsewhereIsReleased(long elsewhere) {
    JsonObject session = refunded(1_160, elsewhere);

    await(payments.cards.cancel(call(1_160), session));
    await(payments.cards.deleteSession(call(1_160), session));

    assertThat(payments.shop.server.ledger().kept(session.getString("id"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_170})
  void aPaymentThatWasRefundedAuthorizesNothing(long elsewhere) {
    JsonObject session = refunded(1_170, elsewhere);

    Authorization found = await(payments.cards.authorize(call(1_170), session));

    assertThat(found.status()).isEqualTo(Authorization.Status.CANCELED);
    assertThat(payments.shop.server.ledger().kept(session.getString("id"))).isZero();
  }

  @Test
  void aRefundIsMadeOnceEvenAfterStripeHasForgottenItsKey() {
    JsonObject session = payments.confirmed(1_200);
    await(payments.cards.capture(call(1_200), session));
    PaymentCall refund = call(500);

    await(payments.cards.refund(refund, session));
    payments.shop.server.clock().advance(java.time.Duration.ofHours(30));
    await(payments.cards.refund(refund, session));
    await(payments.cards.refund(call(700), session));

    assertThat(payments.shop.server.ledger().entries(Ledger.Kind.REFUND))
        .filteredOn(entry -> entry.intent().equals(session.getString("id")))
        .extracting(Ledger.Entry::amount)
        .containsExactly(500L, 700L);
    assertThatThrownBy(() -> await(payments.cards.refund(call(1), session)))
        .hasRootCauseInstanceOf(Problem.class);
    assertThat(await(payments.cards.findPayment(refund, session)).status())
        .isEqualTo(PaymentState.Status.CANCELED);
  }

  @Test
  void aHeldPaymentIsReleasedAndAChargedOneRefunded() {
    JsonObject held = payments.confirmed(1_300);
    JsonObject charged = payments.confirmed(1_400);
    await(payments.cards.capture(call(1_400), charged));

    await(payments.cards.cancel(call(1_300), held));
    await(payments.cards.cancel(call(1_300), held));
    await(payments.cards.cancel(call(1_400), charged));

    assertThat(payments.shop.intent(held).getString("status")).isEqualTo("canceled");
    assertThat(payments.shop.server.ledger().held(held.getString("id"))).isZero();
    assertThat(payments.shop.server.ledger().kept(charged.getString("id"))).isZero();
  }

  @Test
  void aPaymentInProcessingCannotBeReleasedYet() {
    JsonObject session = payments.opened(1_600).data();
    payments.shop.server.faults().next("POST /v1/payment_intents/{id}/confirm", Fault.processing());
    payments.shop.confirm(session, "pm_card_visa");

    assertThat(await(payments.cards.authorize(call(1_600), session)).status())
        .isEqualTo(Authorization.Status.PENDING);
    payments
        .shop
        .server
        .faults()
        .next(
            "POST /v1/payment_intents/{id}/cancel",
            Fault.refused(400, "invalid_request_error", "payment_intent_unexpected_state"));
    assertThatThrownBy(() -> await(payments.cards.cancel(call(1_600), session)))
        .hasStackTraceContaining("is being processed");
  }

  @ParameterizedTest
  @CsvSource({"stripe-bancontact, bancontact", "stripe-ideal, ideal", "stripe-przelewy24, p24"})
  void aMethodWithARedirectIsCapturedAtOnce(String id, String type) {
    JsonObject session =
        await(payments.shop.provider(id).createSession(call(1_700), PaymentSubject.UNKNOWN)).data();

    assertThat(session.getString("capture_method")).isEqualTo("automatic");
    assertThat(session.getJsonArray("payment_method_types")).isEqualTo(new JsonArray().add(type));
  }

  @Test
  void theKeyIsCheckedWithoutChangingAnything() {
    assertThat(await(payments.shop.plugins.check().get("stripe")))
        .isEqualTo("The key of account acct_testserver is accepted.");
    try (StripeShop other = new StripeShop(Map.of(StripeSettings.API_KEY, "sk_test_wrong"))) {
      assertThatThrownBy(() -> await(other.plugins.check().get("stripe")))
          .hasStackTraceContaining("Stripe does not accept the key.");
      assertThatThrownBy(() -> await(other.plugins.healthChecks().get("stripe").get()))
          .hasStackTraceContaining("Stripe does not accept the key.");
    }
    await(payments.shop.plugins.healthChecks().get("stripe").get());
  }

  @ParameterizedTest
  @CsvSource({
    "TRADEWIND_STRIPE_CAPTURE, later, must be manual or automatic",
    "TRADEWIND_STRIPE_AUTOMATIC_PAYMENT_METHODS, yes, must be false or true"
  })
  void aWrongSettingIsNamed(String name, String value, String message) {
    assertThatThrownBy(() -> new StripeShop(Map.of(name, value)).close())
        .hasStackTraceContaining(name + " " + message);
  }
}
