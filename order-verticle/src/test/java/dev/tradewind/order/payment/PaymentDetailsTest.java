package dev.tradewind.order.payment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.model.RefundReason;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Stored form of the details of payment operations, which earlier versions have written. */
class PaymentDetailsTest {

  static List<Arguments> stored() {
    return List.of(
        Arguments.of(PaymentDetails.NONE, "{}", PaymentPurpose.ORDER),
        Arguments.of(
            PaymentDetails.of(RefundReason.DISCOUNT, PaymentPurpose.ORDER),
            "{'reason': 'discount'}",
            PaymentPurpose.ORDER),
        Arguments.of(
            PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER).withNote("late"),
            "{'reason': 'other', 'note': 'late'}",
            PaymentPurpose.ORDER),
        Arguments.of(
            PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER).withNote(null),
            "{'reason': 'other', 'note': null}",
            PaymentPurpose.ORDER),
        Arguments.of(
            PaymentDetails.of(RefundReason.RETURN, new PaymentPurpose.OfReturn("ret_1")),
            "{'reason': 'return', 'keeps_payment_status': true, 'return_id': 'ret_1'}",
            new PaymentPurpose.OfReturn("ret_1")),
        Arguments.of(
            PaymentDetails.of(RefundReason.CLAIM, new PaymentPurpose.OfClaim("claim_1"))
                .withNoNotification(true),
            "{'reason': 'claim', 'keeps_payment_status': true, 'claim_id': 'claim_1',"
                + " 'no_notification': true}",
            new PaymentPurpose.OfClaim("claim_1")),
        Arguments.of(
            PaymentDetails.of(RefundReason.SWAP, new PaymentPurpose.OfSwap("swap_1"))
                .withNoNotification(null),
            "{'reason': 'swap', 'keeps_payment_status': true, 'swap_id': 'swap_1',"
                + " 'no_notification': null}",
            new PaymentPurpose.OfSwap("swap_1")),
        Arguments.of(
            PaymentDetails.of(RefundReason.SWAP, new PaymentPurpose.OfSwap(null)),
            "{'reason': 'swap', 'keeps_payment_status': true}",
            new PaymentPurpose.OfSwap(null)),
        Arguments.of(PaymentDetails.NONE.ofPayment(), "{'of_payment': true}", PaymentPurpose.ORDER),
        Arguments.of(
            PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER).ofPayment("pay_1"),
            "{'reason': 'other', 'of_payment': true, 'payment_id': 'pay_1'}",
            PaymentPurpose.ORDER),
        Arguments.of(
            PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER)
                .requestedUnder(Outcome.REQUEST.requireKey()),
            "{'reason': 'other', 'request_hash': 'hash_1'}",
            PaymentPurpose.ORDER));
  }

  @ParameterizedTest
  @MethodSource("stored")
  void isStoredAsBeforeAndReadAgain(PaymentDetails details, String json, PaymentPurpose purpose) {
    assertThat(details.stored().encode())
        .isEqualTo(new JsonObject(json.replace('\'', '"')).encode());
    assertThat(new PaymentDetails(new JsonObject(json.replace('\'', '"'))).purpose())
        .isEqualTo(purpose);
  }

  @Test
  void theRefundOfACanceledOrderNamesNoPart() {
    assertThat(RefundPlan.CANCELED.purpose()).isEqualTo(PaymentPurpose.ORDER);
  }

  @Test
  void detailsAreNotChangedByTheirCopies() {
    PaymentDetails details = PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER);

    assertThat(details.withNote("late").ofPayment("pay_1").reason()).isEqualTo("other");
    assertThat(details.stored()).isEqualTo(new JsonObject().put("reason", "other"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // details, setting of the order, setting of the events
        "{}                         | -     | -",
        "{}                         | true  | true",
        "{'no_notification': null}  | true  | -",
        "{'no_notification': false} | true  | false",
        "{'no_notification': true}  | false | true",
      })
  void theSettingOfTheOrderHoldsUnlessOneIsStored(
      String json, @Nullable Boolean ofOrder, @Nullable Boolean setting) {
    PaymentDetails details = new PaymentDetails(new JsonObject(json.replace('\'', '"')));

    assertThat(details.noNotificationFor(MugOrder.paid(0).noNotification(ofOrder).build()))
        .isEqualTo(setting);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "{}                                                    | -      | false",
        "{'of_payment': true}                                  | -      | false",
        "{'keeps_payment_status': true}                        | -      | true",
        "{'keeps_payment_status': true, 'swap_id': 'swap_1'}   | -      | true",
        "{'keeps_payment_status': true, 'return_id': 'ret_1'}  | -      | true",
        "{}                                                    | swap_1 | true",
      })
  void thePaymentStatusOfTheOrderFollowsItsOwnOperationsAlone(
      String json, @Nullable String swapId, boolean keepsStatus) {
    PaymentOperation operation =
        Parts.refund(
            Parts.payment("pay_1", 500, 0, 'c', swapId),
            500,
            PaymentOperation.State.ASKED,
            new PaymentDetails(new JsonObject(json.replace('\'', '"'))));

    assertThat(operation.keepsStatus()).isEqualTo(keepsStatus);
  }
}
