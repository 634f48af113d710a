package dev.tradewind.order.admin;

import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentPurpose;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decision about a refund by staff. */
class RefundOrderTest {

  private static final JsonObject BODY =
      new JsonObject().put("amount", 300).put("reason", "discount");

  /** The outcome is the operations, and what gift cards lose. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // payments, status, balances, amount, outcome
        "pay_1/8500/0/c               | PENDING   | -         | 300  | REFUND pay_1 300 {}",
        "pay_1/8500/0/c               | PENDING   | -         | 8500 | REFUND pay_1 8500 {}",
        "pay_1/8500/0/c               | COMPLETED | -         | 1    | REFUND pay_1 1 {}",
        "pay_1/8500/0/c               | PENDING   | 2000 2000 | 300  | REFUND pay_1 300"
            + " {card_1=300}",
        "pay_1/8500/0/c               | PENDING   | 2000 2000 | 2500 | REFUND pay_1 2500"
            + " {card_1=2000, card_2=500}",
        "pay_1/8500/0/c               | PENDING   | 2000 0    | 6500 | REFUND pay_1 6500"
            + " {card_1=2000}",
        "pay_1/8500/0/c               | PENDING   | 2000 0    | 6501 | 400 not_allowed Cannot"
            + " refund the spent part of a gift card",
        "pay_1/6000/5900/c pay_2/2500/0/c | PENDING | -       | 300  | REFUND pay_1 100,"
            + " REFUND pay_2 200 {}",
        "pay_1/8500/8300/c            | PENDING   | -         | 300  | 400 not_allowed Cannot"
            + " refund more than the original order amount",
        "pay_1/8500/0/a               | PENDING   | -         | 300  | 400 not_allowed Refund"
            + " amount is greater that the refundable amount",
        "pay_1/8500/0/c               | CANCELED  | -         | 300  | 400 not_allowed A canceled"
            + " order cannot be refunded",
      })
  void anAmountIsRefundedWithinThePayments(
      String payments, OrderStatus status, @Nullable String balances, long amount, String outcome) {
    Order order = MugOrder.unpaid().with(Parts.payments(payments, null)).in(status).build();

    assertThat(
            Outcome.of(() -> {
              Change<List<PaymentOperation>> change =
                  RefundOrder.decide(
                      Outcome.REQUEST,
                      order,
                      List.of(),
                      cards(balances),
                      PaymentDetails.NONE,
                      amount);
              assertThat(change.mutation()).isNull();
              assertThat(change.events()).isEmpty();
              assertThat(change.result())
                  .isEqualTo(Outcome.recorded(change))
                  .allSatisfy(
                      operation -> assertThat(operation.idempotencyKey()).isEqualTo("key_1"));
              return Outcome.operations(Outcome.recorded(change)) + " " + Outcome.taken(change);
            }))
        .isEqualTo(outcome);
  }

  /** The earlier request recorded a refund of 300 under the same key. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hash_1 | ASKED   | PENDING  | repeats REFUND pay_1 300",
        "hash_1 | DONE    | PENDING  | repeats REFUND pay_1 300",
        "hash_1 | DONE    | CANCELED | repeats REFUND pay_1 300",
        "hash_1 | REFUSED | PENDING  | records REFUND pay_1 200",
        "hash_2 | ASKED   | PENDING  | 422 duplicate_error The Idempotency-Key was used before for"
            + " a request with another body.",
        "hash_2 | ASKED   | CANCELED | 422 duplicate_error The Idempotency-Key was used before for"
            + " a request with another body.",
      })
  void aKeyRefundsOnce(
      String hash, PaymentOperation.State state, OrderStatus status, String outcome) {
    Order order = MugOrder.paid(0).in(status).build();
    PaymentOperation earlier =
        Parts.refund(
            order.payments().getFirst(),
            300,
            state,
            new PaymentDetails(new JsonObject().put("request_hash", hash)));

    assertThat(
            Outcome.of(() -> {
              Change<List<PaymentOperation>> change =
                  RefundOrder.decide(
                      Outcome.REQUEST,
                      order,
                      List.of(earlier),
                      cards(null),
                      PaymentDetails.NONE,
                      200);
              return change.writes().isEmpty()
                  ? "repeats " + Outcome.operations(change.result())
                  : "records " + Outcome.operations(Outcome.recorded(change));
            }))
        .isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1  | discount | allowed",
        "0  | discount | 400 invalid_data amount must not be less than 1",
        "-1 | discount | 400 invalid_data amount must not be less than 1",
        "1  | because  | 400 invalid_data reason must be one of the following values: discount,"
            + " return, swap, claim, other",
      })
  void amountAndReasonAreChecked(long amount, String reason, String outcome) {
    assertThat(
            Outcome.ofCheck(() ->
                RefundOrder.details(
                    new JsonObject().put("amount", amount).put("reason", reason),
                    Outcome.REQUEST.requireKey())))
        .isEqualTo(outcome);
  }

  @Test
  void theNotificationSettingIsStoredIfItIsGiven() {
    assertThat(details(BODY).stored())
        .isEqualTo(
            new JsonObject()
                .put("reason", "discount")
                .putNull("note")
                .put("request_hash", "hash_1"));
    assertThat(details(BODY.copy().put("note", "late").put("no_notification", false)).stored())
        .isEqualTo(
            new JsonObject()
                .put("reason", "discount")
                .put("note", "late")
                .put("request_hash", "hash_1")
                .put("no_notification", false));
    assertThat(details(BODY).purpose()).isEqualTo(PaymentPurpose.ORDER);
  }

  private static PaymentDetails details(JsonObject body) {
    return RefundOrder.details(body, Outcome.REQUEST.requireKey());
  }
}
