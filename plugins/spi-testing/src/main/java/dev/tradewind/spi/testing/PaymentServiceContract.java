package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentState;
import dev.tradewind.spi.payment.PaymentSubject;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Contract of payment providers that hold money at a service: one effect for each idempotency key,
 * refusals without effect, deadlines, unknown outcomes and calls at the same time. The author runs
 * it with a test double of the service, or its sandbox behind a proxy with faults.
 */
public abstract class PaymentServiceContract extends PaymentProviderContract {

  /**
   * Money of a payment at the service.
   *
   * @param data of the session or payment
   */
  protected abstract Money money(JsonObject data);

  /**
   * Has the service decline the payment of this session, in place of {@link #pay}.
   *
   * @return data of the session afterwards
   */
  protected abstract JsonObject decline(JsonObject session);

  /** Disturbs each request that would change something at the service, until it is restored. */
  protected abstract void disturb(ServiceFault fault);

  /** Ends the fault, if there is one. */
  protected abstract void restore();

  @AfterEach
  final void endFault() {
    restore();
  }

  private void assertMoney(Payment payment, Money expected) {
    assertThat(money(payment.data())).isEqualTo(expected);
  }

  // Authorizations

  @Test
  public final void anAuthorizationHoldsTheAmountOnce() {
    Payment paid = paid(AMOUNT);
    PaymentCall call = sessionCall(paid, paid.key(), AMOUNT);

    Authorization first = await(provider().authorize(call, paid.data()));
    Authorization again = await(provider().authorize(call, paid.data()));

    assertThat(again.status()).isEqualTo(first.status());
    assertMoney(paid.with(first.data()), Money.held(AMOUNT));
  }

  @Test
  public final void authorizationsAtOnceUnderOneKeyHoldTheAmountOnce() {
    Payment paid = paid(AMOUNT);
    PaymentCall call = sessionCall(paid, paid.key(), AMOUNT);

    assertPossible(atOnce(() -> provider().authorize(call, paid.data())));

    Authorization found = await(provider().findAuthorization(call, paid.data()));
    assertThat(found.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertMoney(paid.with(found.data()), Money.held(AMOUNT));
  }

  @Test
  public final void aDeclinedAuthorizationIsAStatus() {
    Payment opened = opened(AMOUNT, subject());
    Payment declined = opened.with(decline(opened.data()));

    Authorization answer =
        await(provider().authorize(sessionCall(declined, declined.key(), AMOUNT), declined.data()));

    assertThat(answer.status()).isNotEqualTo(Authorization.Status.AUTHORIZED);
    assertMoney(declined.with(answer.data()), Money.NONE);
  }

  @Test
  public final void anAuthorizationHoldsTheAmountOfTheCallOrNothing() {
    Payment paid = paid(AMOUNT);

    Authorization answer =
        await(provider().authorize(sessionCall(paid, paid.key(), 2 * AMOUNT), paid.data()));

    assertMoney(
        paid.with(answer.data()),
        answer.status() == Authorization.Status.AUTHORIZED ? Money.held(2 * AMOUNT) : Money.NONE);
  }

  /** The shop looks up after a call without an answer, also where a shopper has paid already. */
  @Test
  public final void aLookUpFindsTheAmountOfTheCallOrNothing() {
    Payment paid = paid(AMOUNT);

    Authorization found =
        await(provider().findAuthorization(sessionCall(paid, paid.key(), 2 * AMOUNT), paid.data()));

    assertMoney(
        paid.with(found.data()),
        found.status() == Authorization.Status.AUTHORIZED ? Money.held(2 * AMOUNT) : Money.NONE);
  }

  @Test
  public final void inputOfTheStorefrontDoesNotChangeTheAmount() {
    Payment opened = opened(AMOUNT, subject());
    JsonObject input = new JsonObject().put("amount", 1).put("amount_to_capture", 1);

    Outcome<JsonObject> taken =
        outcome(() ->
            provider()
                .acceptInput(
                    sessionCall(opened, newKey(), AMOUNT), subject(), opened.data(), input));
    JsonObject session = opened.data().copy();
    if (taken.isDone()) {
      session.mergeIn(taken.value());
    }
    Payment paid = opened.with(pay(session));
    Authorization answer =
        await(provider().authorize(sessionCall(paid, paid.key(), AMOUNT), paid.data()));

    assertThat(answer.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertMoney(paid.with(answer.data()), Money.held(AMOUNT));
  }

  @Test
  public final void aChangedSessionIsPaidWithItsNewAmount() {
    Payment opened = opened(AMOUNT, subject());
    long changed = AMOUNT + 500;

    JsonObject session =
        await(
                provider()
                    .updateSession(
                        sessionCall(opened, newKey(), changed), subject(), opened.data()))
            .data();
    Payment paid = opened.with(pay(session));
    Authorization answer =
        await(provider().authorize(sessionCall(paid, paid.key(), changed), paid.data()));

    assertThat(answer.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertMoney(paid.with(answer.data()), Money.held(changed));
  }

  /** The answer to the first call was lost, and the cart has changed since. */
  @Test
  public final void aSessionIsOpenedAgainUnderItsKeyWithAnotherAmount() {
    Payment payment = newPayment();
    String key = newKey();
    long changed = AMOUNT + 500;
    PaymentSubject subject = subject();
    await(provider().createSession(sessionCall(payment, key, AMOUNT), subject));

    JsonObject session =
        await(provider().createSession(sessionCall(payment, key, changed), subject)).data();
    Payment paid = payment.with(pay(session));
    Authorization answer =
        await(provider().authorize(sessionCall(paid, paid.key(), changed), paid.data()));

    assertThat(answer.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertMoney(paid.with(answer.data()), Money.held(changed));
  }

  @Test
  public final void aDeletedSessionHoldsNothing() {
    Payment paid = paid(AMOUNT);

    await(provider().deleteSession(sessionCall(paid, newKey(), AMOUNT), paid.data()));

    assertThat(money(paid.data()).held()).isZero();
    assertThat(money(paid.data()).kept()).isZero();
  }

  // Captures

  @Test
  public final void aRepeatedCaptureMovesMoneyOnce() {
    Payment authorized = authorized(AMOUNT);
    PaymentCall call = call(authorized, authorized.key(), AMOUNT);

    Payment captured = authorized.with(await(provider().capture(call, authorized.data())));
    await(provider().capture(call, authorized.data()));

    assertMoney(captured, Money.captured(AMOUNT));
    assertState(captured, PaymentState.Status.CAPTURED);
  }

  @Test
  public final void capturesAtOnceUnderOneKeyMoveMoneyOnce() {
    Payment authorized = authorized(AMOUNT);
    PaymentCall call = call(authorized, authorized.key(), AMOUNT);

    assertPossible(atOnce(() -> provider().capture(call, authorized.data())));

    assertMoney(authorized, Money.captured(AMOUNT));
  }

  @Test
  public final void capturesAtOnceUnderTwoKeysMoveMoneyOnce() {
    Payment authorized = authorized(AMOUNT);

    List<Outcome<JsonObject>> outcomes =
        atOnce(
            () -> provider().capture(call(authorized, newKey(), AMOUNT), authorized.data()),
            () ->
                provider().capture(call(authorized, authorized.key(), AMOUNT), authorized.data()));

    assertThat(outcomes).anyMatch(Outcome::isDone);
    assertMoney(authorized, Money.captured(AMOUNT));
  }

  /** A service without partial captures refuses them. */
  @Test
  public final void aPartIsCapturedOrRefused() {
    Payment authorized = authorized(AMOUNT);

    Outcome<JsonObject> captured =
        outcome(
            () -> provider().capture(call(authorized, authorized.key(), 600), authorized.data()));

    if (captured.isDone()) {
      assertThat(money(authorized.data()).captured()).isEqualTo(600);
    } else {
      captured.assertRefused();
      assertMoney(authorized, Money.held(AMOUNT));
    }
  }

  @Test
  public final void aCaptureAboveTheAuthorizationIsRefusedWithoutEffect() {
    Payment authorized = authorized(AMOUNT);

    outcome(() -> provider().capture(call(authorized, newKey(), AMOUNT + 1), authorized.data()))
        .assertRefused();

    assertMoney(authorized, Money.held(AMOUNT));
    await(provider().capture(call(authorized, authorized.key(), AMOUNT), authorized.data()));
    assertMoney(authorized, Money.captured(AMOUNT));
  }

  // Refunds

  @Test
  public final void aRepeatedRefundMovesMoneyOnce() {
    Payment captured = captured(AMOUNT);
    PaymentCall call = call(captured, newKey(), AMOUNT);

    await(provider().refund(call, captured.data()));
    await(provider().refund(call, captured.data()));

    assertMoney(captured, new Money(0, AMOUNT, AMOUNT));
  }

  @Test
  public final void refundsAtOnceUnderOneKeyMoveMoneyOnce() {
    Payment captured = captured(AMOUNT);
    PaymentCall call = call(captured, newKey(), 400);

    assertPossible(atOnce(() -> provider().refund(call, captured.data())));

    assertMoney(captured, new Money(0, AMOUNT, 400));
  }

  @Test
  public final void partsAreRefundedUpToTheCapturedAmount() {
    Payment captured = captured(AMOUNT);
    await(provider().refund(call(captured, newKey(), 600), captured.data()));

    outcome(() -> provider().refund(call(captured, newKey(), 401), captured.data()))
        .assertRefused();
    assertMoney(captured, new Money(0, AMOUNT, 600));
    await(provider().refund(call(captured, newKey(), 400), captured.data()));

    assertMoney(captured, new Money(0, AMOUNT, AMOUNT));
    outcome(() -> provider().refund(call(captured, newKey(), 1), captured.data())).assertRefused();
    assertMoney(captured, new Money(0, AMOUNT, AMOUNT));
  }

  @Test
  public final void refundsAtOnceStayWithinTheCapturedAmount() {
    Payment captured = captured(AMOUNT);

    List<Outcome<JsonObject>> outcomes =
        atOnce(
            () -> provider().refund(call(captured, newKey(), 600), captured.data()),
            () -> provider().refund(call(captured, newKey(), 600), captured.data()));

    assertThat(outcomes).filteredOn(Outcome::isDone).hasSize(1);
    assertMoney(captured, new Money(0, AMOUNT, 600));
  }

  @Test
  public final void aRefundBeforeTheCaptureIsRefusedWithoutEffect() {
    Payment authorized = authorized(AMOUNT);

    outcome(() -> provider().refund(call(authorized, newKey(), 1), authorized.data()))
        .assertRefused();

    assertMoney(authorized, Money.held(AMOUNT));
  }

  // Cancellations

  @Test
  public final void aRepeatedCancellationReleasesTheAmount() {
    Payment authorized = authorized(AMOUNT);
    PaymentCall call = call(authorized, authorized.key(), AMOUNT);

    await(provider().cancel(call, authorized.data()));
    await(provider().cancel(call, authorized.data()));

    assertMoney(authorized, Money.NONE);
  }

  @Test
  public final void aCaptureAfterTheCancellationIsRefused() {
    Payment authorized = authorized(AMOUNT);
    await(provider().cancel(call(authorized, authorized.key(), AMOUNT), authorized.data()));

    outcome(() -> provider().capture(call(authorized, authorized.key(), AMOUNT), authorized.data()))
        .assertRefused();

    assertMoney(authorized, Money.NONE);
  }

  @Test
  public final void aCancellationAfterTheCaptureReturnsTheMoneyOrIsRefused() {
    Payment captured = captured(AMOUNT);

    Outcome<JsonObject> canceled =
        outcome(() -> provider().cancel(call(captured, captured.key(), AMOUNT), captured.data()));

    assertCanceledIfDone(captured, canceled);
  }

  @Test
  public final void aCaptureAndACancellationAtOnceLeaveOneState() {
    Payment authorized = authorized(AMOUNT);

    List<Outcome<JsonObject>> outcomes =
        atOnce(
            () -> provider().capture(call(authorized, authorized.key(), AMOUNT), authorized.data()),
            () -> provider().cancel(call(authorized, authorized.key(), AMOUNT), authorized.data()));

    assertThat(outcomes).anyMatch(Outcome::isDone);
    assertThat(outcomes).allMatch(outcome -> outcome.isDone() || outcome.isRefused());
    assertCanceledIfDone(authorized, outcomes.getLast());
  }

  private void assertCanceledIfDone(Payment payment, Outcome<JsonObject> cancellation) {
    assertThat(money(payment.data()).held()).isZero();
    if (cancellation.isDone()) {
      assertThat(money(payment.data()).kept()).isZero();
      assertState(payment, PaymentState.Status.CANCELED);
    } else {
      cancellation.assertRefused();
      assertMoney(payment, Money.captured(AMOUNT));
      assertState(payment, PaymentState.Status.CAPTURED);
    }
  }

  // Unknown outcomes

  @ParameterizedTest
  @EnumSource
  public final void anAuthorizationWithUnknownOutcomeIsFound(ServiceFault fault) {
    Payment paid = paid(AMOUNT);
    String key = paid.key();
    disturb(fault);
    Duration time = time(fault);

    Outcome<Authorization> disturbed =
        inTime(time, () -> provider().authorize(sessionCall(paid, key, AMOUNT, time), paid.data()));
    restore();

    disturbed.assertNotRefused();
    Authorization again = await(provider().authorize(sessionCall(paid, key, AMOUNT), paid.data()));
    Authorization found =
        await(provider().findAuthorization(sessionCall(paid, key, AMOUNT), paid.data()));
    assertThat(again.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertThat(found.status()).isEqualTo(Authorization.Status.AUTHORIZED);
    assertMoney(paid.with(found.data()), Money.held(AMOUNT));
  }

  /** The look-up decides whether the shop voids the authorization. */
  @ParameterizedTest
  @EnumSource(names = {"REQUEST_LOST", "ANSWER_LOST"})
  public final void aLookUpTellsWhetherAnAuthorizationHoldsMoney(ServiceFault fault) {
    Payment paid = paid(AMOUNT);
    String key = paid.key();
    disturb(fault);
    outcome(() -> provider().authorize(sessionCall(paid, key, AMOUNT, FOR_RETRIES), paid.data()));
    restore();

    Authorization found =
        await(provider().findAuthorization(sessionCall(paid, key, AMOUNT), paid.data()));

    assertMoney(
        paid.with(found.data()),
        found.status() == Authorization.Status.AUTHORIZED ? Money.held(AMOUNT) : Money.NONE);
  }

  @ParameterizedTest
  @EnumSource
  public final void aCaptureWithUnknownOutcomeIsFoundAndRepeated(ServiceFault fault) {
    Payment authorized = authorized(AMOUNT);

    assertFoundAndRepeated(
        fault,
        authorized,
        authorized.key(),
        provider()::capture,
        Money.captured(AMOUNT),
        PaymentState.Status.AUTHORIZED,
        PaymentState.Status.CAPTURED);
  }

  @ParameterizedTest
  @EnumSource
  public final void aCancellationWithUnknownOutcomeIsFoundAndRepeated(ServiceFault fault) {
    Payment authorized = authorized(AMOUNT);

    assertFoundAndRepeated(
        fault,
        authorized,
        authorized.key(),
        provider()::cancel,
        Money.NONE,
        PaymentState.Status.AUTHORIZED,
        PaymentState.Status.CANCELED);
  }

  /** A wholly refunded payment may count as canceled, so a part is refunded. */
  @ParameterizedTest
  @EnumSource
  public final void aRefundWithUnknownOutcomeIsRepeated(ServiceFault fault) {
    assertFoundAndRepeated(
        fault,
        captured(2 * AMOUNT),
        newKey(),
        provider()::refund,
        new Money(0, 2 * AMOUNT, AMOUNT),
        PaymentState.Status.CAPTURED,
        PaymentState.Status.CAPTURED);
  }

  /**
   * The call fails by its deadline and is no refusal; the state is told as it is; the same key has
   * one effect.
   */
  private void assertFoundAndRepeated(
      ServiceFault fault,
      Payment payment,
      String key,
      BiFunction<PaymentCall, JsonObject, Future<JsonObject>> change,
      Money done,
      PaymentState.Status before,
      PaymentState.Status after) {
    Money untouched = money(payment.data());
    Duration time = time(fault);
    disturb(fault);

    Outcome<JsonObject> disturbed =
        inTime(time, () -> change.apply(call(payment, key, AMOUNT, time), payment.data()));
    restore();

    disturbed.assertNotRefused();
    switch (fault) {
      case REQUEST_LOST -> {
        assertThat(disturbed.isDone()).as("success of a call that was lost").isFalse();
        assertMoney(payment, untouched);
        assertState(payment, before);
      }
      case ANSWER_LOST -> {
        assertMoney(payment, done);
        assertState(payment, after);
      }
      case ANSWER_DELAYED -> {
        // Whether the service has acted yet depends on its speed.
      }
    }
    await(change.apply(call(payment, key, AMOUNT), payment.data()));
    assertMoney(payment, done);
    assertState(payment, after);
  }

  private static Duration time(ServiceFault fault) {
    return fault == ServiceFault.ANSWER_DELAYED ? SHORT : FOR_RETRIES;
  }
}
