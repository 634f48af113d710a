package dev.tradewind.stripe;

import static dev.tradewind.stripe.CardPayments.subject;
import static dev.tradewind.stripe.StripeShop.call;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Payment sessions with Stripe, the customers whom they are for, and the methods that customers
 * save.
 */
class StripeSessionsIT {

  @RegisterExtension static final CardPayments payments = new CardPayments();

  /** Ana, whose customer at Stripe is one that her metadata named. */
  private static PaymentSubject claimed(String customer) {
    return subject(new PaymentSubject.ProviderCustomer(customer, false));
  }

  @Test
  void aSessionIsAPaymentIntentOfTheCustomer() {
    SessionData opened = payments.opened(1_999);

    JsonObject intent = payments.shop.intent(opened.data());
    String customer = opened.providerCustomer();
    assertThat(opened.data().getString("client_secret")).startsWith(intent.getString("id"));
    assertThat(intent.getLong("amount")).isEqualTo(1_999);
    assertThat(intent.getString("currency")).isEqualTo("eur");
    assertThat(intent.getString("capture_method")).isEqualTo("manual");
    assertThat(intent.getString("description")).isNull();
    assertThat(intent.getString("customer")).isEqualTo(customer);
    assertThat(intent.getJsonObject("metadata").getString("resource_id")).isEqualTo("cart_1");
    assertThat(payments.shop.server.find(customer).getString("email")).isEqualTo("ana@example.com");
  }

  @Test
  void aKnownCustomerIsUsedAgain() {
    String known = payments.opened(100).providerCustomer();

    SessionData again = await(payments.cards.createSession(call(200), payments.confirmed(known)));

    assertThat(again.providerCustomer()).isNull();
    assertThat(again.data().getString("customer")).isEqualTo(known);
  }

  /** As after test data was deleted. */
  @Test
  void whatStripeDoesNotHaveAnyMoreIsMadeAgain() {
    PaymentSubject subject = payments.confirmed("cus_gone");

    SessionData opened = await(payments.cards.createSession(call(200), subject));
    String customer = opened.data().getString("customer");
    SessionData reopened =
        await(
            payments.cards.updateSession(
                call(300),
                payments.confirmed(customer),
                opened.data().copy().put("id", "pi_gone")));

    assertThat(payments.shop.server.find(customer).getString("email")).isEqualTo("ana@example.com");
    assertThat(opened.providerCustomer()).isEqualTo(customer);
    assertThat(payments.shop.intent(reopened.data()).getLong("amount")).isEqualTo(300);
    assertThat(reopened.data().getString("customer")).isEqualTo(customer);
  }

  @Test
  void aRepeatedCallOpensOneSession() {
    PaymentCall call = call(300);

    String first =
        await(payments.cards.createSession(call, PaymentSubject.UNKNOWN)).data().getString("id");

    assertThat(
            await(payments.cards.createSession(call, PaymentSubject.UNKNOWN))
                .data()
                .getString("id"))
        .isEqualTo(first);
  }

  @Test
  void anotherAmountChangesThePaymentIntentAndTheSameDoesNot() {
    JsonObject session = payments.opened(400).data();

    JsonObject updated =
        await(payments.cards.updateSession(call(450), PaymentSubject.UNKNOWN, session)).data();

    assertThat(updated.getString("id")).isEqualTo(session.getString("id"));
    assertThat(payments.shop.intent(session).getLong("amount")).isEqualTo(450);
    assertThat(
            await(payments.cards.updateSession(call(450), PaymentSubject.UNKNOWN, updated)).data())
        .isEqualTo(updated);
  }

  @Test
  void anotherCustomerGetsAnotherPaymentIntentAndTheOldOneIsDeletedByTheShop() {
    JsonObject session = payments.opened(500).data();
    String other = payments.opened(500).providerCustomer();

    JsonObject updated =
        await(payments.cards.updateSession(call(500), payments.confirmed(other), session)).data();

    assertThat(updated.getString("id")).isNotEqualTo(session.getString("id"));
    assertThat(updated.getString("customer")).isEqualTo(other);
    assertThat(payments.shop.intent(session).getString("status"))
        .isEqualTo("requires_payment_method");
    await(payments.cards.deleteSession(call(500), session));
    assertThat(payments.shop.intent(session).getString("status")).isEqualTo("canceled");
  }

  @Test
  void ofTheDataOfTheStorefrontOnlyWhatThePaymentNeedsReachesStripe() {
    JsonObject session = payments.opened(600).data();
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

    await(payments.cards.acceptInput(call(600), subject(null), session, input));

    JsonObject intent = payments.shop.intent(session);
    assertThat(intent.getJsonObject("shipping").getString("name")).isEqualTo("Ana");
    assertThat(intent.getString("setup_future_usage")).isEqualTo("on_session");
    for (String name : List.of("receipt_email", "description", "statement_descriptor")) {
      assertThat(intent.getString(name)).as(name).isNull();
    }
    assertThat(intent.getString("customer")).isEqualTo(session.getString("customer"));
    assertThat(intent.getJsonObject("metadata").getString("resource_id")).isEqualTo("cart_1");
    assertThatThrownBy(() ->
            await(
                payments.cards.acceptInput(
                    call(600), subject(null), session, new JsonObject().put("amount", 1))))
        .hasStackTraceContaining("Cannot update amount, use updatePayment instead");
  }

  /** Payment method that is saved at Stripe for the customer. */
  private static String saved(String customer) {
    return payments
        .shop
        .post("/v1/payment_methods/pm_card_visa/attach", "customer=" + customer)
        .getString("id");
  }

  private static List<JsonObject> methods(PaymentSubject subject) {
    return await(payments.cards.findSavedMethods(subject.customer()));
  }

  @Test
  void aSavedMethodIsListedAndTakenForItsOwnerAlone() {
    String mine = payments.opened(610).providerCustomer();
    String others = payments.opened(610).providerCustomer();
    JsonObject session =
        await(payments.cards.createSession(call(610), payments.confirmed(mine))).data();
    String ofOthers = saved(others);
    String own = saved(mine);

    for (PaymentSubject subject : List.of(payments.confirmed(mine), claimed(mine), subject(null))) {
      assertThatThrownBy(
              () -> await(payments.cards.acceptInput(call(610), subject, session, of(ofOthers))))
          .hasStackTraceContaining("No such PaymentMethod");
    }
    assertThatThrownBy(
            () -> await(payments.cards.acceptInput(call(610), guest(mine), session, of(own))))
        .hasStackTraceContaining("No such PaymentMethod");
    assertThat(payments.shop.intent(session).getString("payment_method")).isNull();
    await(payments.cards.acceptInput(call(610), payments.confirmed(mine), session, of(own)));
    assertThat(payments.shop.intent(session).getString("payment_method")).isEqualTo(own);
    assertThat(methods(payments.confirmed(mine)))
        .extracting(method -> method.getString("id"))
        .containsExactly(own);
    assertThat(methods(guest(mine))).isEmpty();
  }

  private static JsonObject of(String paymentMethod) {
    return new JsonObject().put("payment_method", paymentMethod);
  }

  private static PaymentSubject guest(String customer) {
    PaymentSubject account = payments.confirmed(customer);
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
    String own = payments.shop.post("/v1/customers", "email=Ana%40example.com").getString("id");
    String others = payments.shop.post("/v1/customers", "email=bo%40example.com").getString("id");
    String taken =
        payments
            .shop
            .post(
                "/v1/customers",
                "email=ana%40example.com&metadata%5Btradewind_customer%5D=cus_another")
            .getString("id");
    saved(others);
    String method = saved(own);

    SessionData opened = await(payments.cards.createSession(call(620), claimed(own)));

    assertThat(opened.providerCustomer()).isEqualTo(own);
    assertThat(
            payments
                .shop
                .server
                .find(own)
                .getJsonObject("metadata")
                .getString("tradewind_customer"))
        .isEqualTo("cus_shop");
    assertThat(methods(claimed(own)))
        .extracting(each -> each.getString("id"))
        .containsExactly(method);
    for (String refused :
        List.of(others, taken, "cus_none", "search?query=x#", "../customers/" + others)) {
      SessionData replaced = await(payments.cards.createSession(call(621), claimed(refused)));
      assertThat(replaced.providerCustomer()).isNotNull().isNotEqualTo(refused);
      assertThat(replaced.data().getString("customer")).isEqualTo(replaced.providerCustomer());
      assertThat(methods(claimed(refused))).as(refused).isEmpty();
    }
  }

  @Test
  void metadataOfACustomerIsNoIdentity() {
    String others = payments.opened(630).providerCustomer();
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
    assertThat(await(payments.cards.createSession(call(630), subject)).data().getString("customer"))
        .isNotEqualTo(others);
  }

  @Test
  void anOpenSessionThatIsDeletedCannotBePaid() {
    JsonObject session = payments.opened(1_500).data();

    await(payments.cards.deleteSession(call(1_500), session));

    payments.shop.confirm(session, "pm_card_visa");
    assertThat(payments.shop.intent(session).getString("status")).isEqualTo("canceled");
    assertThat(payments.shop.server.ledger().ofIntent(session.getString("id"))).isEmpty();
  }

  @Test
  void aMethodThatStripeHasEndedIsRefused() {
    assertThatThrownBy(() ->
            await(
                payments
                    .shop
                    .provider("stripe-giropay")
                    .createSession(call(1_700), PaymentSubject.UNKNOWN)))
        .hasRootCauseInstanceOf(Problem.class);
  }

  @Test
  void aSessionBelowTheMinimumIsRefused() {
    assertThatThrownBy(() -> await(payments.cards.createSession(call(1), PaymentSubject.UNKNOWN)))
        .hasRootCauseInstanceOf(Problem.class);
  }
}
