package dev.tradewind.stripe;

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
import dev.tradewind.spi.payment.SessionData;
import dev.tradewind.stripe.testserver.http.Fault;
import dev.tradewind.stripe.testserver.state.Ledger;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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

  private static PaymentSubject subject(PaymentSubject.@Nullable ProviderCustomer atProvider) {
    return new PaymentSubject(
        new PaymentSubject.Customer(
            "cus_shop", "ana@example.com", true, new JsonObject(), atProvider),
        "ana@example.com",
        null,
        null,
        List.of(),
        new JsonObject().put("payment_description", "Order of Ana"));
  }

  /** Ana, whose customer at Stripe was made by the shop. */
  private static PaymentSubject confirmed(String customer) {
    return subject(new PaymentSubject.ProviderCustomer(customer, true));
  }

  /** Ana, whose customer at Stripe is one that her metadata named. */
  private static PaymentSubject claimed(String customer) {
    return subject(new PaymentSubject.ProviderCustomer(customer, false));
  }

  private static SessionData opened(long amount) {
    return await(cards.createSession(call(amount), subject(null)));
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
      PaymentSubject subject = subject(null);
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
    String customer = opened.providerCustomer();
    assertThat(opened.data().getString("client_secret")).startsWith(intent.getString("id"));
    assertThat(intent.getLong("amount")).isEqualTo(1_999);
    assertThat(intent.getString("currency")).isEqualTo("eur");
    assertThat(intent.getString("capture_method")).isEqualTo("manual");
    assertThat(intent.getString("description")).isNull();
    assertThat(intent.getString("customer")).isEqualTo(customer);
    assertThat(intent.getJsonObject("metadata").getString("resource_id")).isEqualTo("cart_1");
    assertThat(shop.server.find(customer).getString("email")).isEqualTo("ana@example.com");
  }

  @Test
  void aKnownCustomerIsUsedAgain() {
    String known = opened(100).providerCustomer();

    SessionData again = await(cards.createSession(call(200), confirmed(known)));

    assertThat(again.providerCustomer()).isNull();
    assertThat(again.data().getString("customer")).isEqualTo(known);
  }

  /** As after test data was deleted. */
  @Test
  void whatStripeDoesNotHaveAnyMoreIsMadeAgain() {
    PaymentSubject subject = confirmed("cus_gone");

    SessionData opened = await(cards.createSession(call(200), subject));
    String customer = opened.data().getString("customer");
    SessionData reopened =
        await(
            cards.updateSession(
                call(300), confirmed(customer), opened.data().copy().put("id", "pi_gone")));

    assertThat(shop.server.find(customer).getString("email")).isEqualTo("ana@example.com");
    assertThat(opened.providerCustomer()).isEqualTo(customer);
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
    String other = opened(500).providerCustomer();

    JsonObject updated = await(cards.updateSession(call(500), confirmed(other), session)).data();

    assertThat(updated.getString("id")).isNotEqualTo(session.getString("id"));
    assertThat(updated.getString("customer")).isEqualTo(other);
    assertThat(shop.intent(session).getString("status")).isEqualTo("requires_payment_method");
    await(cards.deleteSession(call(500), session));
    assertThat(shop.intent(session).getString("status")).isEqualTo("canceled");
  }

  @Test
  void ofTheDataOfTheStorefrontOnlyWhatThePaymentNeedsReachesStripe() {
    JsonObject session = opened(600).data();
    JsonObject shipping =
        new JsonObject()
            .put("name", "Ana")
            .put("address", new JsonObject().put("line1", "Rua A 1").put("country", "PT"));
    JsonObject input =
        new JsonObject()
            .put("shipping", shipping)
            .put("setup_future_usage", "on_session")
            .put("receipt_email", "bo@example.com")
            .put("description", "Chosen by the shopper")
            .put("statement_descriptor", "CHOSEN")
            .put("customer", "cus_other")
            .put("metadata", new JsonObject().put("resource_id", "cart_2"));

    await(cards.acceptInput(call(600), subject(null), session, input));

    JsonObject intent = shop.intent(session);
    assertThat(intent.getJsonObject("shipping").getString("name")).isEqualTo("Ana");
    assertThat(intent.getString("setup_future_usage")).isEqualTo("on_session");
    for (String name : List.of("receipt_email", "description", "statement_descriptor")) {
      assertThat(intent.getString(name)).as(name).isNull();
    }
    assertThat(intent.getString("customer")).isEqualTo(session.getString("customer"));
    assertThat(intent.getJsonObject("metadata").getString("resource_id")).isEqualTo("cart_1");
    assertThatThrownBy(() ->
            await(
                cards.acceptInput(
                    call(600), subject(null), session, new JsonObject().put("amount", 1))))
        .hasStackTraceContaining("Cannot update amount, use updatePayment instead");
  }

  /** Payment method that is saved at Stripe for the customer. */
  private static String saved(String customer) {
    return shop.post("/v1/payment_methods/pm_card_visa/attach", "customer=" + customer)
        .getString("id");
  }

  private static List<JsonObject> methods(PaymentSubject subject) {
    return await(cards.findSavedMethods(subject.customer()));
  }

  @Test
  void aSavedMethodIsListedAndTakenForItsOwnerAlone() {
    String mine = opened(610).providerCustomer();
    String others = opened(610).providerCustomer();
    JsonObject session = await(cards.createSession(call(610), confirmed(mine))).data();
    String ofOthers = saved(others);
    String own = saved(mine);

    for (PaymentSubject subject : List.of(confirmed(mine), claimed(mine), subject(null))) {
      assertThatThrownBy(() -> await(cards.acceptInput(call(610), subject, session, of(ofOthers))))
          .hasStackTraceContaining("No such PaymentMethod");
    }
    assertThatThrownBy(() -> await(cards.acceptInput(call(610), guest(mine), session, of(own))))
        .hasStackTraceContaining("No such PaymentMethod");
    assertThat(shop.intent(session).getString("payment_method")).isNull();
    await(cards.acceptInput(call(610), confirmed(mine), session, of(own)));
    assertThat(shop.intent(session).getString("payment_method")).isEqualTo(own);
    assertThat(methods(confirmed(mine)))
        .extracting(method -> method.getString("id"))
        .containsExactly(own);
    assertThat(methods(guest(mine))).isEmpty();
  }

  private static JsonObject of(String paymentMethod) {
    return new JsonObject().put("payment_method", paymentMethod);
  }

  private static PaymentSubject guest(String customer) {
    PaymentSubject account = confirmed(customer);
    PaymentSubject.Customer known = account.customer();
    return new PaymentSubject(
        new PaymentSubject.Customer(
            known.id(), known.email(), false, known.metadata(), known.atProvider()),
        account.email(),
        null,
        null,
        List.of(),
        new JsonObject());
  }

  @Test
  void aCustomerThatMetadataNamedIsUsedIfStripeSaysThatItIsTheCustomers() {
    String own = shop.post("/v1/customers", "email=Ana%40example.com").getString("id");
    String others = shop.post("/v1/customers", "email=bo%40example.com").getString("id");
    String taken =
        shop.post(
                "/v1/customers",
                "email=ana%40example.com&metadata%5Btradewind_customer%5D=cus_another")
            .getString("id");
    saved(others);
    String method = saved(own);

    SessionData opened = await(cards.createSession(call(620), claimed(own)));

    assertThat(opened.providerCustomer()).isEqualTo(own);
    assertThat(shop.server.find(own).getJsonObject("metadata").getString("tradewind_customer"))
        .isEqualTo("cus_shop");
    assertThat(methods(claimed(own)))
        .extracting(each -> each.getString("id"))
        .containsExactly(method);
    for (String refused :
        List.of(others, taken, "cus_none", "search?query=x#", "../customers/" + others)) {
      SessionData replaced = await(cards.createSession(call(621), claimed(refused)));
      assertThat(replaced.providerCustomer()).isNotNull().isNotEqualTo(refused);
      assertThat(replaced.data().getString("customer")).isEqualTo(replaced.providerCustomer());
      assertThat(methods(claimed(refused))).as(refused).isEmpty();
    }
  }

  @Test
  void metadataOfACustomerIsNoIdentity() {
    String others = opened(630).providerCustomer();
    saved(others);
    PaymentSubject subject =
        new PaymentSubject(
            new PaymentSubject.Customer(
                "cus_shop",
                "ana@example.com",
                true,
                new JsonObject().put("stripe_id", others),
                null),
            "ana@example.com",
            null,
            null,
            List.of(),
            new JsonObject());

    assertThat(methods(subject)).isEmpty();
    assertThat(await(cards.createSession(call(630), subject)).data().getString("customer"))
        .isNotEqualTo(others);
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
    int intents = shop.server.all("payment_intent").size();
    int customers = shop.server.all("customer").size();
    shop.server.faults().next(route, fault);
    PaymentCall call = call(1_150);

    JsonObject session = await(cards.createSession(call, subject(null))).data();
    shop.confirm(session, "pm_card_visa");
    await(cards.capture(call, session));
    await(cards.refund(call, session));

    assertThat(shop.server.all("payment_intent").size() - intents).isEqualTo(1);
    assertThat(shop.server.all("customer").size() - customers).isEqualTo(1);
    assertThat(shop.server.ledger().ofIntent(session.getString("id")))
        .extracting(Ledger.Entry::kind)
        .containsExactly(Ledger.Kind.AUTHORIZATION, Ledger.Kind.CAPTURE, Ledger.Kind.REFUND);
  }

  /** Captured payment of which an amount was refunded in Stripe's dashboard. */
  private static JsonObject refunded(long amount, long refunded) {
    JsonObject session = confirmed(amount);
    await(cards.capture(call(amount), session));
    shop.post("/v1/refunds", "payment_intent=" + session.getString("id") + "&amount=" + refunded);
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

    await(cards.cancel(call(1_160), session));
    await(cards.deleteSession(call(1_160), session));

    assertThat(shop.server.ledger().kept(session.getString("id"))).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_170})
  void aPaymentThatWasRefundedAuthorizesNothing(long elsewhere) {
    JsonObject session = refunded(1_170, elsewhere);

    Authorization found = await(cards.authorize(call(1_170), session));

    assertThat(found.status()).isEqualTo(Authorization.Status.CANCELED);
    assertThat(shop.server.ledger().kept(session.getString("id"))).isZero();
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
        .hasRootCauseInstanceOf(Problem.class);
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
        .hasRootCauseInstanceOf(Problem.class);
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
        .hasRootCauseInstanceOf(Problem.class);
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
