package dev.tradewind.order.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Orders;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.OrderMutation;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decision about the cancellation of a claim. */
class CancelClaimTest {

  private static final String UNFULFILLED =
      "400 not_allowed All fulfillments must be canceled before the claim can be canceled";
  private static final String UNRETURNED =
      "400 not_allowed Return must be canceled before the claim can be canceled";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // refund, canceled before, pending line, further part, outcome
        "-   | false | -      | -                    | canceled",
        "0   | false | -      | -                    | canceled",
        "300 | false | -      | -                    | 400 not_allowed Claim with a refund cannot be"
            + " canceled",
        "300 | true  | item_1 | fulfillment          | nothing",
        "-   | false | -      | fulfillment          | unfulfilled",
        "-   | false | -      | canceled fulfillment | canceled",
        "-   | false | -      | other fulfillment    | canceled",
        "-   | false | -      | return               | unreturned",
        "-   | false | -      | received return      | unreturned",
        "-   | false | -      | canceled return      | canceled",
        "-   | false | -      | other return         | canceled",
        "-   | false | item_1 | -                    | 409 conflict The request conflicted with"
            + " another request. You may retry the request with the provided Idempotency-Key.",
        "-   | false | mug    | -                    | canceled",
      })
  void aClaimIsCanceledAfterItsPartsAndUnlessItIsRefunded(
      @Nullable Long refund,
      boolean isCanceled,
      @Nullable String pending,
      @Nullable String part,
      String outcome) {
    MugOrder order = MugOrder.paid(0).with(Parts.claim(ClaimType.REFUND, 1, refund, isCanceled));
    switch (part) {
      case "fulfillment" -> order.with(Parts.fulfillment(Parts.CLAIM, null));
      case "canceled fulfillment" -> order.with(Parts.fulfillment(Parts.CLAIM, Orders.PLACED));
      case "other fulfillment" -> order.with(Parts.fulfillment(PartOwner.ORDER, null));
      case "return" ->
          order.with(Parts.returned("ret_1", Parts.CLAIM, ReturnStatus.REQUESTED, 1, 0));
      case "received return" ->
          order.with(Parts.returned("ret_1", Parts.CLAIM, ReturnStatus.RECEIVED, 1, 0));
      case "canceled return" ->
          order.with(Parts.returned("ret_1", Parts.CLAIM, ReturnStatus.CANCELED, 1, 0));
      case "other return" ->
          order.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, 1, 0));
      case null, default -> {}
    }

    assertThat(
            Outcome.of(() -> {
              Change<Void> change =
                  CancelClaim.cancel(
                      Outcome.REQUEST,
                      order.build(),
                      "claim_1",
                      pending == null ? Map.of() : Map.of(pending, 1L));
              if (change.mutation() == null) {
                assertThat(change.writes()).isEmpty();
                assertThat(change.isCommitted()).isTrue();
                return "nothing";
              }
              assertThat(change.mutation()).isEqualTo(new OrderMutation.Touch());
              assertThat(change.writes()).hasSize(2);
              assertThat(Outcome.events(change)).containsExactly("claim.canceled");
              return "canceled";
            }))
        .isEqualTo(
            switch (outcome) {
              case "unfulfilled" -> UNFULFILLED;
              case "unreturned" -> UNRETURNED;
              default -> outcome;
            });
  }

  @Test
  void aClaimOfAnotherOrderIsNotFound() {
    assertThat(
            Outcome.ofCheck(() ->
                CancelClaim.cancel(Outcome.REQUEST, MugOrder.paid(0).build(), "claim_9", Map.of())))
        .isEqualTo(
            "404 not_found no claim was found with the id: claim_9 related to order:" + " order_1");
  }
}
