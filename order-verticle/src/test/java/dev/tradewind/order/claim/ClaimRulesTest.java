package dev.tradewind.order.claim;

import static dev.tradewind.order.MugOrder.CARD;
import static dev.tradewind.order.MugOrder.MUG;
import static dev.tradewind.order.MugOrder.cards;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules about claimed units and about fulfillments of claims. */
class ClaimRulesTest {

  private static final String NOT_FULFILLED =
      "400 not_allowed Cannot claim more of an item than has been fulfilled.";
  private static final String SETTLED =
      "400 not_allowed Cannot claim units that were returned or swapped, or are expected back.";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        // line, units, reason, fulfilled, returned, outcome
        "mug  | 1 | other | 1 | 0 | allowed",
        "mug  | 4 | other | 4 | 0 | allowed",
        "mug  | 1 | other | 0 | 0 | not fulfilled",
        "mug  | 3 | other | 2 | 0 | not fulfilled",
        "mug  | 3 | other | 4 | 1 | allowed",
        "mug  | 4 | other | 4 | 1 | settled",
        "mug  | 1 | -     | 4 | 0 | 400 invalid_data Claim Item reason must be one of"
            + " \"missing_item\", \"wrong_item\", \"production_failure\" or \"other\".",
        "vase | 1 | other | 4 | 0 | 404 not_found Line item with vase was not found",
      })
  void fulfilledUnitsAreClaimedOnce(
      String line,
      long units,
      @Nullable String reason,
      long fulfilled,
      long returned,
      String outcome) {
    Order order = MugOrder.paid(0).progress(MUG, fulfilled, 0, returned).build();

    assertThat(claimable(order, item(line, units, reason))).isEqualTo(named(outcome));
  }

  /** Two of four fulfilled mugs are settled otherwise. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "claim           | 2 | allowed",
        "claim           | 3 | not fulfilled",
        "canceled claim  | 4 | allowed",
        "return          | 2 | allowed",
        "return          | 3 | settled",
        "canceled return | 4 | allowed",
        "swap            | 2 | allowed",
        "swap            | 3 | settled",
        "canceled swap   | 4 | allowed",
      })
  void settledUnitsAreNotClaimed(String part, long units, String outcome) {
    MugOrder order = MugOrder.paid(0).progress(MUG, 4, 4, 0);
    switch (part) {
      case "claim" -> order.with(Parts.claim(ClaimType.REPLACE, 2, null, false));
      case "canceled claim" -> order.with(Parts.claim(ClaimType.REPLACE, 2, null, true));
      case "return" ->
          order.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.REQUESTED, 2, 0));
      case "canceled return" ->
          order.with(Parts.returned("ret_1", PartOwner.ORDER, ReturnStatus.CANCELED, 2, 0));
      case "swap" ->
          order
              .with(Parts.swap(SwapPaymentStatus.NOT_PAID, null))
              .with(Parts.returned("ret_1", Parts.SWAP, ReturnStatus.CANCELED, 2, 0));
      default ->
          order
              .with(Parts.swap(SwapPaymentStatus.CANCELED, null))
              .with(Parts.returned("ret_1", Parts.SWAP, ReturnStatus.CANCELED, 2, 0));
    }

    assertThat(claimable(order.build(), item(MUG, units, "other"))).isEqualTo(named(outcome));
  }

  @Test
  void goodsOfCanceledOrdersAndClaimsAreNotClaimed() {
    String canceled = "400 invalid_data Cannot create a claim on a canceled item.";

    assertThat(claimable(MugOrder.paid(0).in(OrderStatus.CANCELED).build(), item(MUG, 9, null)))
        .isEqualTo(canceled);
    assertThat(
            claimable(
                MugOrder.paid(0).with(Parts.claim(ClaimType.REPLACE, 1, null, true)).build(),
                item("item_1", 1, "other")))
        .isEqualTo(canceled);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REFUND  | 2000 2000 | 2 | allowed",
        "REFUND  | 2000 500  | 2 | allowed",
        "REFUND  | 2000 0    | 1 | allowed",
        "REFUND  | 2000 0    | 2 | 400 not_allowed Cannot claim a gift card that was spent",
        "REPLACE | 2000 2000 | 2 | allowed",
        "REPLACE | 2000 1999 | 1 | allowed",
        "REPLACE | 2000 1999 | 2 | 400 not_allowed Cannot replace a gift card that was spent",
        "REPLACE | 1999 0    | 1 | 400 not_allowed Cannot replace a gift card that was spent",
      })
  void aSpentGiftCardIsNotTakenBack(ClaimType type, String balances, long units, String outcome) {
    Order order = MugOrder.paid(0).build();

    assertThat(
            Outcome.ofCheck(() ->
                ClaimRules.requireGiftCards(
                    cards(balances).of(order), type, List.of(item(CARD, units, "other")))))
        .isEqualTo(outcome);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0", "1, 1, 1000", "1, 2, 0", "2, 2, 2000", "4, 3, 3000"})
  void unitsThatAreNotShippedAreNotRefunded(long shipped, long units, long refund) {
    Order order = MugOrder.paid(0).progress(MUG, 4, shipped, 0).build();

    assertThat(ClaimRules.refund(order, cards(null).of(order), List.of(item(MUG, units, "other"))))
        .isEqualTo(refund);
  }

  /** A replacement without a shipping method is refused last. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REPLACE | true  | 0 | 400 not_allowed Canceled claim cannot be fulfilled",
        "REPLACE | false | 2 | 400 not_allowed The claim has already been fulfilled.",
        "REPLACE | false | 1 | 400 not_allowed Cannot fulfill a claim without a shipping method.",
        "REFUND  | false | 0 | 400 not_allowed Claims with the type \"refund\" can not be"
            + " fulfilled.",
      })
  void aClaimIsFulfilledOnceAndIfItReplacesGoods(
      ClaimType type, boolean isCanceled, long fulfilled, String outcome) {
    Claim claim =
        Parts.claim(type, 1, null, isCanceled)
            .withProgress(Map.of("item_1", new LineProgress(fulfilled, null, null)));
    Order order = MugOrder.paid(0).with(claim).build();

    assertThat(
            Outcome.ofCheck(
                () -> new ClaimRules.OfFulfillments("claim_1").requireFulfillable(order)))
        .isEqualTo(outcome);
  }

  @Test
  void aCanceledClaimIsNotShipped() {
    ClaimRules.OfFulfillments rules = new ClaimRules.OfFulfillments("claim_1");

    assertThat(
            Outcome.ofCheck(() ->
                rules.requireShippable(
                    MugOrder.paid(0).with(Parts.claim(ClaimType.REPLACE, 1, null, true)).build())))
        .isEqualTo("400 not_allowed Canceled claim cannot be fulfilled as shipped");
    assertThat(Outcome.ofCheck(() -> rules.requireShippable(MugOrder.paid(0).build())))
        .isEqualTo(
            "404 not_found no claim was found with the id: claim_1 related to order:" + " order_1");
    assertThat(rules.foreign("ful_9"))
        .hasMessage("no fulfillment was found with the id: ful_9 related to claim: claim_1");
  }

  private static String named(String outcome) {
    return switch (outcome) {
      case "not fulfilled" -> NOT_FULFILLED;
      case "settled" -> SETTLED;
      default -> outcome;
    };
  }

  private static String claimable(Order order, ClaimRequest.Item item) {
    return Outcome.ofCheck(() -> ClaimRules.requireClaimable(order, List.of(item)));
  }

  private static ClaimRequest.Item item(String line, long units, @Nullable String reason) {
    return new ClaimRequest.Item(line, units, reason, null, List.of(), List.of());
  }
}
