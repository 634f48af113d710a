package dev.tradewind.order.returns;

import static dev.tradewind.order.MugOrder.MUG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules about units that can be received and returned. */
class ReturnRulesTest {

  /** Of four mugs some came back before, and {@code ret_1} and {@code ret_2} expect others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // returned before, expected by ret_1, expected by ret_2, received with ret_1, possible
        "0 | 4 | 0 | 4 | true",
        "0 | 1 | 0 | 4 | true",
        "0 | 1 | 0 | 5 | false",
        "1 | 1 | 0 | 3 | true",
        "1 | 1 | 0 | 4 | false",
        "0 | 1 | 2 | 2 | true",
        "0 | 1 | 2 | 3 | false",
        "1 | 1 | 2 | 1 | true",
        "1 | 1 | 2 | 2 | false",
      })
  void aReceiptLeavesTheUnitsOfOtherReturns(
      long before, long own, long others, long units, boolean isPossible) {
    MugOrder order =
        MugOrder.paid(0)
            .progress(MUG, 4, 4, before)
            .with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, own, 0));
    if (others > 0) {
      order.with(Parts.returned("ret_2", PartOwner.ORDER, ReturnStatus.REQUESTED, others, 0));
    }

    assertThat(receivable(order.build(), MUG, units))
        .isEqualTo(
            isPossible
                ? "allowed"
                : "400 not_allowed Cannot return more items than have been purchased");
  }

  @Test
  void lineItemsOfOtherOrdersAndThoseOfCanceledOnesAreNotReceived() {
    Order canceled = MugOrder.paid(0).in(OrderStatus.CANCELED).build();

    assertThat(receivable(canceled, "vase", 1))
        .isEqualTo("400 invalid_data Return contains invalid line item");
    assertThat(receivable(canceled, MUG, 1))
        .isEqualTo("400 not_allowed A canceled order cannot be registered as received");
  }

  @Test
  void aLineItemIsReceivedOnceAtATime() {
    assertThat(
            Outcome.ofCheck(
                () -> ReturnRules.requireDistinct("ret_1", List.of(units(MUG, 1), units(MUG, 1)))))
        .isEqualTo(
            "422 duplicate_error Return_item with return_id, item_id ret_1, mug already"
                + " exists.");
    assertThat(
            Outcome.ofCheck(() ->
                ReturnRules.requireDistinct("ret_1", List.of(units(MUG, 1), units("card", 1)))))
        .isEqualTo("allowed");
  }

  /** The swap sends two units of {@code item_1}. */
  @ParameterizedTest
  @CsvSource({"0, 1, false", "1, 1, true", "1, 2, false", "2, 2, true"})
  void unitsThatASwapSendsAreReturnedOnceTheyAreFulfilled(
      long fulfilled, long units, boolean isPossible) {
    Order order =
        MugOrder.paid(0)
            .with(
                Parts.swap(SwapPaymentStatus.CONFIRMED, 0L)
                    .withProgress(Map.of("item_1", new LineProgress(fulfilled, null, null))))
            .build();

    assertThat(
            Outcome.ofCheck(
                () -> new ReturnRules(order).requireUnsettled(List.of(units("item_1", units)))))
        .isEqualTo(
            isPossible
                ? "allowed"
                : "400 not_allowed Cannot return more items than have been purchased");
  }

  @Test
  void unitsOfACanceledSwapAreNotReturned() {
    Order order = MugOrder.paid(0).with(Parts.swap(SwapPaymentStatus.CANCELED, null)).build();

    assertThat(
            Outcome.ofCheck(
                () -> new ReturnRules(order).requireReturnable(List.of(units("item_1", 1)), null)))
        .isEqualTo("400 invalid_data Cannot create a return for a canceled item.");
  }

  @ParameterizedTest
  @CsvSource({"false, 3, false", "false, 2, true", "true, 4, true"})
  void claimedUnitsAreSettledUntilTheClaimIsCanceled(
      boolean isCanceled, long units, boolean isPossible) {
    Order order =
        MugOrder.paid(0).with(Parts.claim(ClaimType.REPLACE, 2, null, isCanceled)).build();

    assertThat(
            Outcome.ofCheck(
                () -> new ReturnRules(order).requireUnsettled(List.of(units(MUG, units)))))
        .isEqualTo(
            isPossible
                ? "allowed"
                : "400 not_allowed Cannot return more items than have been purchased");
  }

  private static String receivable(Order order, String line, long quantity) {
    return Outcome.ofCheck(
        () -> new ReturnRules(order).requireReceivable("ret_1", List.of(units(line, quantity))));
  }

  private static ReturnRules.Units units(String line, long quantity) {
    return new ReturnRules.Units(line, quantity, null, null);
  }
}
