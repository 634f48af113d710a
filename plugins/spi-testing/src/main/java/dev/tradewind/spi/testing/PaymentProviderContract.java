package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import dev.tradewind.spi.payment.SessionData;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Contract of payment providers. One that holds money passes {@link PaymentServiceContract}, which
 * has these tests too, and one whose service sends notices {@link PaymentNoticeContract}.
 */
public abstract class PaymentProviderContract extends ProviderContract {

  /** Amount of the payments of the tests, in the smallest unit of the currency. */
  protected static final long AMOUNT = 1_000;

  /**
   * Payment of a test.
   *
   * @param resourceId cart
   * @param key idempotency key of its authorization, its capture and its cancellation
   * @param data of the session or payment, as the last call returned it
   */
  record Payment(String resourceId, String key, JsonObject data) {

    Payment with(JsonObject newData) {
      return new Payment(resourceId, key, newData);
    }
  }

  static Payment newPayment() {
    return new Payment("cart_" + newKey(), "pay_" + newKey(), new JsonObject());
  }

  /** Provider that is tested, of a plugin that has been started. */
  protected abstract PaymentProvider provider();

  /**
   * Pays the session as the shopper would before the order is placed; nothing unless the service
   * needs the shopper.
   *
   * @param session data of the session
   * @return data of the session afterwards
   */
  protected JsonObject pay(JsonObject session) {
    return session;
  }

  /** Currency of the payments: ISO 4217, lower case. */
  protected String currency() {
    return "eur";
  }

  final PaymentCall call(Payment payment, String key, long amount, Duration time) {
    return call(payment.resourceId(), "order_" + payment.resourceId(), key, amount, time);
  }

  final PaymentCall call(Payment payment, String key, long amount) {
    return call(payment, key, amount, ENOUGH);
  }

  private PaymentCall call(
      String resourceId, @Nullable String orderId, String key, long amount, Duration time) {
    return new PaymentCall(key, resourceId, orderId, amount, currency(), Instant.now().plus(time));
  }

  /** Call before the order is placed. */
  final PaymentCall sessionCall(Payment payment, String key, long amount) {
    return sessionCall(payment, key, amount, ENOUGH);
  }

  final PaymentCall sessionCall(Payment payment, String key, long amount, Duration time) {
    return call(payment.resourceId(), null, key, amount, time);
  }

  final Payment opened(long amount, PaymentSubject subject) {
    Payment payment = newPayment();
    return payment.with(
        await(provider().createSession(sessionCall(payment, newKey(), amount), subject)).data());
  }

  final Payment paid(long amount) {
    Payment opened = opened(amount, subject());
    return opened.with(pay(opened.data()));
  }

  final Payment authorized(long amount) {
    Payment paid = paid(amount);
    Authorization authorization =
        await(provider().authorize(sessionCall(paid, paid.key(), amount), paid.data()));
    assertThat(authorization.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    return paid.with(authorization.data());
  }

  final Payment captured(long amount) {
    Payment authorized = authorized(amount);
    return authorized.with(
        await(provider().capture(call(authorized, authorized.key(), amount), authorized.data())));
  }

  /** Subject of which the shop knows everything. */
  static PaymentSubject subject() {
    JsonObject address =
        new JsonObject()
            .put("first_name", "Ana")
            .put("last_name", "Souza")
            .put("address_1", "Rua A 1")
            .put("city", "Lisboa")
            .put("postal_code", "1000")
            .put("country_code", "pt");
    return new PaymentSubject(
        new PaymentSubject.Customer(
            "cus_" + newKey(), "ana@example.com", true, new JsonObject().put("note", 1), null),
        "ana@example.com",
        address,
        address,
        List.of(new PaymentSubject.Line("Linen shirt", "variant_1", 2, AMOUNT / 2)),
        new JsonObject().put("return_url", "https://shop.example/thanks"));
  }

  @Test
  public final void aProviderThatHoldsMoneyPassesTheContractOfServices() {
    assertThat(this instanceof PaymentServiceContract).isEqualTo(provider().holdsMoney());
    assertThat(this instanceof PaymentNoticeContract || !provider().isPaidBySession()).isTrue();
  }

  @Test
  public final void aSessionOpensWhateverTheShopKnows() {
    for (PaymentSubject subject : List.of(PaymentSubject.UNKNOWN, subject())) {
      Payment payment = newPayment();

      SessionData opened =
          await(provider().createSession(sessionCall(payment, newKey(), AMOUNT), subject));

      assertStorable(opened.data());
      String customer = opened.providerCustomer();
      assertThat(customer == null || provider().customerKey().isPresent())
          .as("a customer at the service without a key to record it under")
          .isTrue();
    }
  }

  @Test
  public final void aRepeatedCallOpensOneSession() {
    Payment payment = newPayment();
    PaymentCall call = sessionCall(payment, newKey(), AMOUNT);
    PaymentSubject subject = subject();

    SessionData first = await(provider().createSession(call, subject));

    assertThat(await(provider().createSession(call, subject)).data()).isEqualTo(first.data());
  }

  @Test
  public final void aSessionChangesWithTheCart() {
    Payment payment = opened(AMOUNT, PaymentSubject.UNKNOWN);
    PaymentSubject subject = subject();
    PaymentCall call = sessionCall(payment, newKey(), 2 * AMOUNT);

    SessionData changed = await(provider().updateSession(call, subject, payment.data()));
    SessionData again = await(provider().updateSession(call, subject, changed.data()));

    assertStorable(changed.data());
    assertStorable(again.data());
  }

  @Test
  public final void inputOfTheStorefrontIsTakenOrRefused() {
    Payment payment = opened(AMOUNT, subject());
    JsonObject nested = new JsonObject().put("amount", 1).put("status", "captured");
    for (JsonObject input :
        List.of(new JsonObject(), nested, new JsonObject().put("data", nested))) {
      Outcome<JsonObject> taken =
          outcome(() ->
              provider()
                  .acceptInput(
                      sessionCall(payment, newKey(), AMOUNT), subject(), payment.data(), input));

      if (taken.isDone()) {
        assertStorable(taken.value());
      } else {
        taken.assertRefused();
      }
    }
  }

  @Test
  public final void aSessionIsDeletedMoreThanOnce() {
    Payment payment = opened(AMOUNT, subject());

    outcome(() -> provider().deleteSession(sessionCall(payment, newKey(), AMOUNT), payment.data()))
        .assertDone();
    outcome(() -> provider().deleteSession(sessionCall(payment, newKey(), AMOUNT), payment.data()))
        .assertDone();
  }

  @Test
  public final void anAuthorizationIsFoundByItsKey() {
    Payment paid = paid(AMOUNT);
    PaymentCall call = sessionCall(paid, paid.key(), AMOUNT);

    Authorization authorized = await(provider().authorize(call, paid.data()));
    Authorization found = await(provider().findAuthorization(call, paid.data()));

    assertStorable(authorized.data());
    assertStorable(found.data());
    assertThat(authorized.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertThat(found.status()).isEqualTo(Authorization.Status.AUTHORIZED);
  }

  @Test
  public final void aPaymentIsCapturedAndRefunded() {
    Payment captured = captured(AMOUNT);

    JsonObject refunded =
        await(provider().refund(call(captured, newKey(), AMOUNT / 2), captured.data()));

    assertStorable(captured.data());
    assertStorable(refunded);
    assertState(captured, PaymentState.Status.CAPTURED);
  }

  @Test
  public final void aPaymentIsCanceled() {
    Payment authorized = authorized(AMOUNT);
    assertState(authorized, PaymentState.Status.AUTHORIZED);

    Payment canceled =
        authorized.with(
            await(
                provider().cancel(call(authorized, authorized.key(), AMOUNT), authorized.data())));

    assertStorable(canceled.data());
    assertState(canceled, PaymentState.Status.CANCELED);
  }

  /** A provider that cannot tell the state of a payment says so. */
  final void assertState(Payment payment, PaymentState.Status status) {
    Outcome<PaymentState> found =
        outcome(() -> provider().findPayment(call(payment, payment.key(), AMOUNT), payment.data()));
    if (found.failure() instanceof UnsupportedOperationException) {
      return;
    }
    found.assertDone();
    assertThat(found.value().status()).isEqualTo(status);
    assertStorable(found.value().data());
  }

  @Test
  public final void aCustomerWithoutSavedMethodsHasNone() {
    PaymentSubject.Customer customer =
        new PaymentSubject.Customer(
            "cus_" + newKey(), "bo@example.com", false, new JsonObject(), null);

    assertThat(await(provider().findSavedMethods(customer))).isEmpty();
  }
}
