package dev.tradewind.stripe;

import static dev.tradewind.stripe.StripeShop.call;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripePaymentProviderIT {

  private static StripeShop shop;
  private static PaymentProvider cards;

  @BeforeAll
  static void open() {
    shop = new StripeShop(Map.of());
    cards = shop.provider("stripe");
  }

  @AfterAll
  static void close() {
    shop.close();
  }

  private static PaymentSubject subject(JsonObject metadata) {
    return new PaymentSubject(
        new PaymentSubject.Customer("cus_shop", "ana@example.com", true, metadata),
        "ana@example.com",
        null,
        null,
        List.of(),
        new JsonObject().put("payment_description", "Order of Ana"));
  }

  private static SessionData opened(long amount) {
    return await(cards.createSession(call(amount), subject(new JsonObject())));
  }

  /** Session that the shopper has confirmed with a card. */
  private static JsonObject confirmed(long amount) {
    JsonObject session = opened(amount).data();
    shop.confirm(session, "pm_card_visa");
    return session;
  }

  @Test
  void aChangedKeyInAFileIsUsedWithoutARestart(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "sk_test_former");
    try (StripeShop rotating =
        new StripeShop(Map.of(StripeSettings.API_KEY + "_FILE", file.toString()))) {
      PaymentProvider provider = rotating.provider("stripe");
      PaymentSubject subject = subject(new JsonObject());
      assertThat(failure(provider.createSession(call(500), subject)))
          .hasMessage("Stripe does not accept the key.");

      Files.writeString(file, "sk_test_server");
      await(rotating.plugins.readingSecrets(rotating.vertx).work().get());

      assertThat(await(provider.createSession(call(500), subject)).data().getString("id"))
          .startsWith("pi_");
    }
  }

  @Test
  void aSessionIsAPaymentIntentOfTheCustomer() {
    SessionData opened = opened(1_999);

    JsonObject intent = shop.intent(opened.data());
    String customer = opened.customerMetadata().getString("stripe_id");
    assertThat(opened.data().getString("client_secret")).startsWith(intent.getString("id"));
    assertThat(intent.getLong("amount")).isEqualTo(1_999);
    assertThat(intent.getString("currency")).isEqualTo("eur");
    assertThat(intent.getString("capture_method")).isEqualTo("manual");
    assertThat(intent.getString("description")).isEqualTo("Order of Ana");
    assertThat(intent.getString("customer")).isEqualTo(customer);
    assertThat(intent.getJsonObject("metadata").getString("resource_id")).isEqualTo("cart_1");
    assertThat(shop.server.find(customer).getString("email")).isEqualTo("ana@example.com");
  }

  @Test
  void aKnownCustomerIsUsedAgain() {
    String known = opened(100).customerMetadata().getString("stripe_id");

    SessionData again =
        await(cards.createSession(call(200), subject(new JsonObject().put("stripe_id", known))));

    assertThat(again.customerMetadata().isEmpty()).isTrue();
    assertThat(again.data().getString("customer")).isEqualTo(known);
  }

  /** As after test data was deleted. */
  @Test
  void whatStripeDoesNotHaveAnyMoreIsMadeAgain() {
    PaymentSubject subject = subject(new JsonObject().put("stripe_id", "cus_gone"));

    SessionData opened = await(cards.createSession(call(200), subject));
    String customer = opened.data().getString("customer");
    SessionData reopened =
        await(
            cards.updateSession(
                call(300),
                subject(new JsonObject().put("stripe_id", customer)),
                opened.data().copy().put("id", "pi_gone")));

    assertThat(shop.server.find(customer).getString("email")).isEqualTo("ana@example.com");
    assertThat(opened.customerMetadata().getString("stripe_id")).isEqualTo(customer);
    assertThat(shop.intent(reopened.data()).getLong("amount")).isEqualTo(300);
    assertThat(reopened.data().getString("customer")).isEqualTo(customer);
  }

  @Test
  void aRepeatedCallOpensOneSession() {
    PaymentCall call = call(300);

    String first = await(cards.createSession(call, PaymentSubject.UNKNOWN)).data().getString("id");

    assertThat(await(cards.createSession(call, PaymentSubject.UNKNOWN)).data().getString("id"))
        .isEqualTo(first);
  }

  @Test
  void anotherAmountChangesThePaymentIntentAndTheSameDoesNot() {
    JsonObject session = opened(400).data();

    JsonObject updated =
        await(cards.updateSession(call(450), PaymentSubject.UNKNOWN, session)).data();

    assertThat(updated.getString("id")).isEqualTo(session.getString("id"));
    assertThat(shop.intent(session).getLong("amount")).isEqualTo(450);
    assertThat(await(cards.updateSession(call(450), PaymentSubject.UNKNOWN, updated)).data())
        .isEqualTo(updated);
  }

  @Test
  void anotherCustomerGetsAnotherPaymentIntentAndTheOldOneIsDeletedByTheShop() {
    JsonObject session = opened(500).data();
    String other = opened(500).customerMetadata().getString("stripe_id");

    JsonObject updated =
        await(
                cards.updateSession(
                    call(500), subject(new JsonObject().put("stripe_id", other)), session))
            .data();

    assertThat(updated.getString("id")).isNotEqualTo(session.getString("id"));
    assertThat(updated.getString("customer")).isEqualTo(other);
    assertThat(shop.intent(session).getString("status")).isEqualTo("requires_payment_method");
    await(cards.deleteSession(call(500), session));
    assertThat(shop.intent(session).getString("status")).isEqualTo("canceled");
  }

  @Test
  void dataOfTheStorefrontReachesStripeButNeitherAmountNorMetadata() {
    JsonObject session = opened(600).data();

    JsonObject accepted =
        await(
            cards.acceptInput(
                call(600),
                session,
                new JsonObject()
                    .put("receipt_email", "bo@example.com")
                    .put("metadata", new JsonObject().put("resource_id", "cart_2"))));

    assertThat(accepted.getString("receipt_email")).isEqualTo("bo@example.com");
    assertThat(shop.intent(session).getJsonObject("metadata").getString("resource_id"))
        .isEqualTo("cart_1");
    assertThatThrownBy(
            () -> await(cards.acceptInput(call(600), session, new JsonObject().put("amount", 1))))
        .hasStackTraceContaining("Cannot update amount, use updatePayment instead");
  }

  @ParameterizedTest
  @CsvSource({
    "pm_card_visa, AUTHORIZED, requires_capture",
    "pm_card_authenticationRequired, REQUIRES_MORE, requires_action",
    "pm_card_chargeDeclined, PENDING, requires_payment_method"
  })
  void anAuthorizationIsWhatTheBrowserHasDone(
      String paymentMethod, Authorization.Status status, String intent) {
    JsonObject session = opened(700).data();
    shop.confirm(session, paymentMethod);

    Authorization found = await(cards.authorize(call(700), session));

    assertThat(found.status()).isEqualTo(status);
    assertThat(found.data().getString("status")).isEqualTo(intent);
  }

  @Test
  void anAuthenticatedCardIsAuthorized() {
    JsonObject session = opened(710).data();
    shop.confirm(session, "pm_card_authenticationRequired");
    shop.server.actions().approve(session.getString("id"));

    assertThat(await(cards.authorize(call(710), session)).status())
        .isEqualTo(Authorization.Status.AUTHORIZED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPaymentOfAnotherAmountIsReleasedAndNoAuthorization(boolean isLookedUp) {
    JsonObject session = confirmed(800);

    Authorization found =
        await(
            isLookedUp
                ? cards.findAuthorization(call(900), session)
                : cards.authorize(call(900), session));

    assertThat(found.status()).isEqualTo(Authorization.Status.CANCELED);
    assertThat(shop.server.ledger().held(session.getString("id"))).isZero();
  }

  @Test
  void aPaymentIsCapturedOnceHoweverOftenItIsAskedFor() {
    JsonObject session = confirmed(1_000);
    PaymentCall call = call(1_000);

    JsonObject captured = await(cards.capture(call, session));

    assertThat(captured.getString("status")).isEqualTo("succeeded");
    assertThat(await(cards.capture(call, session)).getString("status")).isEqualTo("succeeded");
    assertThat(shop.server.ledger().sum(session.getString("id"), Ledger.Kind.CAPTURE))
        .isEqualTo(1_000);
    assertThat(await(cards.findPayment(call, session)).status())
        .isEqualTo(PaymentState.Status.CAPTURED);
  }

  @Test
  void aPartIsCapturedAndTheRestReleased() {
    JsonObject session = confirmed(1_000);

    await(cards.capture(call(600), session));

    String intent = session.getString("id");
    assertThat(shop.server.ledger().kept(intent)).isEqualTo(600);
    assertThat(shop.server.ledger().held(intent)).isZero();
  }

  @Test
  void aCaptureOfAnotherAmountThanTheCapturedOneIsRefused() {
    JsonObject session = confirmed(1_000);
    await(cards.capture(call(600), session));

    assertThatThrownBy(() -> await(cards.capture(call(1_000), session)))
        .hasRootCauseInstanceOf(ProblemException.class);
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
    JsonObject session = confirmed(1_100);
    shop.server.faults().next("POST /v1/payment_intents/{id}/capture", fault);

    await(cards.capture(call(1_100), session));
    PaymentCall refund = call(1_100);
    shop.server.faults().next("POST /v1/refunds", fault);
    await(cards.refund(refund, session));

    assertThat(shop.server.ledger().ofIntent(session.getString("id")))
        .extracting(Ledger.Entry::kind)
        .containsExactly(Ledger.Kind.AUTHORIZATION, Ledger.Kind.CAPTURE, Ledger.Kind.REFUND);
  }

  @Test
  void anErrorThatStripeHasStoredDoesNotEndACapture() {
    JsonObject session = confirmed(1_150);
    PaymentCall call = call(1_150);
    shop.server.faults().next("POST /v1/payment_intents/{id}/capture", Fault.errorWithoutEffect());

    assertThatThrownBy(() -> await(cards.capture(call, session)))
        .hasStackTraceContaining("Stripe answered with 500.");

    assertThat(await(cards.capture(call, session)).getString("status")).isEqualTo("succeeded");
  }

  @Test
  void aRefundIsMadeOnceEvenAfterStripeHasForgottenItsKey() {
    JsonObject session = confirmed(1_200);
    await(cards.capture(call(1_200), session));
    PaymentCall refund = call(500);

    await(cards.refund(refund, session));
    shop.server.clock().advance(java.time.Duration.ofHours(30));
    await(cards.refund(refund, session));
    await(cards.refund(call(700), session));

    assertThat(shop.server.ledger().entries(Ledger.Kind.REFUND))
        .filteredOn(entry -> entry.intent().equals(session.getString("id")))
        .extracting(Ledger.Entry::amount)
        .containsExactly(500L, 700L);
    assertThatThrownBy(() -> await(cards.refund(call(1), session)))
        .hasRootCauseInstanceOf(ProblemException.class);
    assertThat(await(cards.findPayment(refund, session)).status())
        .isEqualTo(PaymentState.Status.CANCELED);
  }

  @Test
  void aHeldPaymentIsReleasedAndAChargedOneRefunded() {
    JsonObject held = confirmed(1_300);
    JsonObject charged = confirmed(1_400);
    await(cards.capture(call(1_400), charged));

    await(cards.cancel(call(1_300), held));
    await(cards.cancel(call(1_300), held));
    await(cards.cancel(call(1_400), charged));

    assertThat(shop.intent(held).getString("status")).isEqualTo("canceled");
    assertThat(shop.server.ledger().held(held.getString("id"))).isZero();
    assertThat(shop.server.ledger().kept(charged.getString("id"))).isZero();
  }

  @Test
  void anOpenSessionThatIsDeletedCannotBePaid() {
    JsonObject session = opened(1_500).data();

    await(cards.deleteSession(call(1_500), session));

    shop.confirm(session, "pm_card_visa");
    assertThat(shop.intent(session).getString("status")).isEqualTo("canceled");
    assertThat(shop.server.ledger().ofIntent(session.getString("id"))).isEmpty();
  }

  @Test
  void aPaymentInProcessingCannotBeReleasedYet() {
    JsonObject session = opened(1_600).data();
    shop.server.faults().next("POST /v1/payment_intents/{id}/confirm", Fault.processing());
    shop.confirm(session, "pm_card_visa");

    assertThat(await(cards.authorize(call(1_600), session)).status())
        .isEqualTo(Authorization.Status.PENDING);
    shop.server
        .faults()
        .next(
            "POST /v1/payment_intents/{id}/cancel",
            Fault.refused(400, "invalid_request_error", "payment_intent_unexpected_state"));
    assertThatThrownBy(() -> await(cards.cancel(call(1_600), session)))
        .hasStackTraceContaining("is being processed");
  }

  @Test
  void aMethodThatStripeHasEndedIsRefused() {
    assertThatThrownBy(() ->
            await(
                shop.provider("stripe-giropay").createSession(call(1_700), PaymentSubject.UNKNOWN)))
        .hasRootCauseInstanceOf(ProblemException.class);
  }

  @ParameterizedTest
  @CsvSource({"stripe-bancontact, bancontact", "stripe-ideal, ideal", "stripe-przelewy24, p24"})
  void aMethodWithARedirectIsCapturedAtOnce(String id, String type) {
    JsonObject session =
        await(shop.provider(id).createSession(call(1_700), PaymentSubject.UNKNOWN)).data();

    assertThat(session.getString("capture_method")).isEqualTo("automatic");
    assertThat(session.getJsonArray("payment_method_types")).isEqualTo(new JsonArray().add(type));
  }

  @Test
  void aSessionBelowTheMinimumIsRefused() {
    assertThatThrownBy(() -> await(cards.createSession(call(1), PaymentSubject.UNKNOWN)))
        .hasRootCauseInstanceOf(ProblemException.class);
  }

  @Test
  void theKeyIsCheckedWithoutChangingAnything() {
    assertThat(await(shop.plugins.check().get("stripe")))
        .isEqualTo("The key of account acct_testserver is accepted.");
    try (StripeShop other = new StripeShop(Map.of(StripeSettings.API_KEY, "sk_test_wrong"))) {
      assertThatThrownBy(() -> await(other.plugins.check().get("stripe")))
          .hasStackTraceContaining("Stripe does not accept the key.");
      assertThatThrownBy(() -> await(other.plugins.healthChecks().get("stripe").get()))
          .hasStackTraceContaining("Stripe does not accept the key.");
    }
    await(shop.plugins.healthChecks().get("stripe").get());
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
