package dev.tradewind.spi.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.FoundPayment;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentNotice;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Contract of payment providers whose service sends notices, and of those that shoppers pay at the
 * service: a notice names its payment alone, so that the shop acts on the present state, whether
 * the notice comes early, late, twice or beside a completion.
 */
public abstract class PaymentNoticeContract extends PaymentServiceContract {

  /**
   * Has the service write the notice that it sends about the payment as it is now.
   *
   * @param data of the payment
   * @return delivers the notice to the plugin each time, and has what the plugin reports then
   */
  protected abstract Supplier<List<PaymentNotice>> notice(JsonObject data);

  private Optional<FoundPayment> find(String reference) {
    return await(provider().findByReference(reference, Instant.now().plus(ENOUGH)));
  }

  private FoundPayment find(Payment payment) {
    return find(provider().reference(payment.data()))
        .orElseThrow(() -> new AssertionError("The payment is not found: " + payment.data()));
  }

  private FoundPayment told(Supplier<List<PaymentNotice>> notice) {
    List<PaymentNotice> reported = notice.get();
    assertThat(reported).as("reported notices").isNotEmpty();
    return find(reported.getFirst().reference())
        .orElseThrow(() -> new AssertionError("The payment is not found: " + reported));
  }

  @Test
  public final void aNoticeLeadsToThePaymentOfItsCart() {
    Payment authorized = authorized(AMOUNT);

    FoundPayment found = told(notice(authorized.data()));

    assertThat(provider().reference(authorized.data())).isNotBlank();
    assertThat(found.resourceId()).isEqualTo(authorized.resourceId());
    assertThat(found.amount()).isEqualTo(AMOUNT);
    assertThat(found.currencyCode()).isEqualTo(currency());
    assertThat(found.state().status()).isEqualTo(PaymentState.Status.AUTHORIZED);
    assertStorable(found.state().data());
  }

  /**
   * The reference is the one in the session's or payment's data, by which the shop finds its own.
   */
  @Test
  public final void aNoticeHasTheReferenceOfTheData() {
    Payment authorized = authorized(AMOUNT);

    assertThat(notice(authorized.data()).get())
        .isNotEmpty()
        .allMatch(reported -> reported.reference().equals(provider().reference(authorized.data())));
  }

  @Test
  public final void aRepeatedNoticeHasItsId() {
    Supplier<List<PaymentNotice>> notice = notice(authorized(AMOUNT).data());

    assertThat(notice.get()).isNotEmpty().isEqualTo(notice.get());
  }

  @Test
  public final void noticesOfTwoFactsHaveTwoIds() {
    Payment authorized = authorized(AMOUNT);
    List<PaymentNotice> first = notice(authorized.data()).get();
    Payment captured =
        authorized.with(
            await(
                provider().capture(call(authorized, authorized.key(), AMOUNT), authorized.data())));

    List<PaymentNotice> second = notice(captured.data()).get();

    assertThat(second).isNotEmpty();
    assertThat(first).extracting(PaymentNotice::id).doesNotContain(second.getFirst().id());
  }

  @Test
  public final void aLateNoticeLeadsToThePresentState() {
    Payment authorized = authorized(AMOUNT);
    Supplier<List<PaymentNotice>> late = notice(authorized.data());
    await(provider().capture(call(authorized, authorized.key(), AMOUNT), authorized.data()));

    assertThat(told(late).state().status()).isEqualTo(PaymentState.Status.CAPTURED);
  }

  /** The answer to the capture is lost: the shop knows of it by the notice first. */
  @Test
  public final void anEarlyNoticeLeadsToAStateThatTheShopDoesNotKnow() {
    Payment authorized = authorized(AMOUNT);
    disturb(ServiceFault.ANSWER_LOST);
    outcome(() ->
        provider()
            .capture(call(authorized, authorized.key(), AMOUNT, FOR_RETRIES), authorized.data()));
    restore();

    assertThat(told(notice(authorized.data())).state().status())
        .isEqualTo(PaymentState.Status.CAPTURED);
  }

  @Test
  public final void aLookUpBesideACompletionChangesNothing() {
    Payment paid = paid(AMOUNT);
    PaymentCall completion = sessionCall(paid, paid.key(), AMOUNT);
    Payment authorized = paid.with(await(provider().authorize(completion, paid.data())).data());
    String reference = provider().reference(authorized.data());

    List<Outcome<Boolean>> outcomes =
        atOnce(
            () ->
                provider()
                    .authorize(completion, paid.data())
                    .map(answer -> answer.status() == Authorization.Status.AUTHORIZED),
            () ->
                provider()
                    .findByReference(reference, Instant.now().plus(ENOUGH))
                    .map(found -> found.orElseThrow().state().hasMoney()));

    assertThat(outcomes).allMatch(outcome -> outcome.isDone() && outcome.value());
    assertThat(find(authorized).state().status()).isEqualTo(PaymentState.Status.AUTHORIZED);
    assertThat(money(authorized.data())).isEqualTo(Money.held(AMOUNT));
  }

  @Test
  public final void aReferenceThatTheServiceDoesNotKnowIsNotFound() {
    assertThat(find("unknown_" + newKey())).isEmpty();
  }

  /** By the keys the shop knows its own refunds from those that began at the service. */
  @Test
  public final void refundsOfTheShopAreToldWithTheirKeys() {
    Payment captured = captured(AMOUNT);
    String key = newKey();
    await(provider().refund(call(captured, key, 400), captured.data()));

    PaymentState state = find(captured).state();

    assertThat(state.capturedAmount()).isIn(null, AMOUNT);
    assertThat(state.refunds())
        .allMatch(refund -> refund.amount() == 400 && key.equals(refund.idempotencyKey()));
    assertThat(state.refunds()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  public final void aReleasedPaymentHasNoMoney() {
    Payment authorized = authorized(AMOUNT);
    await(provider().cancel(call(authorized, authorized.key(), AMOUNT), authorized.data()));

    FoundPayment found = find(authorized);

    assertThat(found.state().hasMoney()).isFalse();
  }
}
