package dev.tradewind.totals;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Traces of random carts of all kinds. */
class ExplanationTest {

  private static final int CARTS = 100_000;

  private final Random random = new Random(20_261_121);

  @Test
  void stepsSumUpToTheTotalsAndNothingIsTakenOffTwice() {
    for (int i = 0; i < CARTS; i++) {
      TotalsInput input = totalsInput();
      CalculationTrace trace = CalculationTrace.recording();
      CartTotals totals = CartTotals.of(input, trace);

      figures(totals)
          .forEach((figure, amount) -> {
            if (!trace.sum(figure).equals(amount)) {
              throw new AssertionError("%s is %s in %s".formatted(figure, amount, input));
            }
          });
      requireSane(input, totals);
      if (input.taxed()) {
        requireSane(input, totals, order(input, totals));
      }
    }
  }

  @Test
  void anExplanationDoesNotChangeTheAmounts() {
    for (int i = 0; i < 1_000; i++) {
      TotalsInput input = totalsInput();

      assertThat(CartTotals.of(input, CalculationTrace.recording()))
          .isEqualTo(CartTotals.of(input));
    }
  }

  @Test
  void recordedDiscountsAreExplainedToo() {
    for (int i = 0; i < 1_000; i++) {
      TotalsInput input = totalsInput();
      TotalsInput recorded =
          input.withLines(
              input.lines().stream()
                  .map(line -> flip() ? line.recorded(Fraction.of(price(), 7)) : line)
                  .toList());
      CalculationTrace trace = CalculationTrace.recording();
      CartTotals totals = CartTotals.of(recorded, trace);

      figures(totals)
          .forEach((field, amount) -> require(trace.sum(field).equals(amount), recorded));
      require(
          TotalsInput.parse(new JsonObject(recorded.toJson().encode()))
              .lines()
              .equals(recorded.lines()),
          recorded);
      recorded.lines().stream()
          .filter(line -> line.recordedDiscount() != null)
          .forEach(line ->
              require(
                  totals.line(line.id()).rawDiscountTotal().equals(line.recordedDiscount()),
                  recorded));
    }
  }

  private static Map<TotalField, Fraction> figures(CartTotals totals) {
    return Map.of(
        TotalField.SUBTOTAL, Fraction.of(totals.subtotal()),
        TotalField.RAW_DISCOUNT_TOTAL, totals.rawDiscountTotal(),
        TotalField.DISCOUNT_TOTAL, Fraction.of(totals.discountTotal()),
        TotalField.ITEM_TAX_TOTAL, Fraction.of(totals.itemTaxTotal()),
        TotalField.SHIPPING_TOTAL, Fraction.of(totals.shippingTotal()),
        TotalField.SHIPPING_TAX_TOTAL, Fraction.of(totals.shippingTaxTotal()),
        TotalField.TAX_TOTAL, Fraction.of(totals.taxTotal()),
        TotalField.GIFT_CARD_TOTAL, Fraction.of(totals.giftCardTotal()),
        TotalField.GIFT_CARD_TAX_TOTAL, Fraction.of(totals.giftCardTaxTotal()),
        TotalField.TOTAL, Fraction.of(totals.total()));
  }

  private static void requireSane(TotalsInput input, CartTotals totals) {
    long shown = 0;
    for (TaxableLine line : input.lines()) {
      LineTotals each = totals.line(line.id());
      shown += each.discountTotal();
      require(each.discountTotal() <= each.subtotal(), input);
      require(each.rawDiscountTotal().signum() >= 0, input);
      require(each.total() >= 0 && each.taxTotal() >= 0, input);
      require(line.discounted() || each.discountTotal() == 0, input);
    }
    require(shown == totals.discountTotal(), input);
    require(totals.total() >= 0, input);
    require(totals.giftCardTaxTotal() >= 0, input);
    for (GiftCardUse use : totals.giftCardUses()) {
      require(use.amount() > 0 && use.tax() >= 0, input);
      require(
          input.giftCards().stream()
              .anyMatch(
                  card -> card.id().equals(use.giftCardId()) && card.balance() >= use.amount()),
          input);
    }
  }

  private static OrderTotals order(TotalsInput input, CartTotals totals) {
    CalculationTrace trace = CalculationTrace.recording();
    OrderTotals order =
        OrderTotals.of(
            input,
            totals.giftCardUses().stream().map(GiftCardTransaction::of).toList(),
            totals.total(),
            0,
            trace);
    require(sumsUp(trace, TotalField.TAX_TOTAL, order.taxTotal()), input);
    require(sumsUp(trace, TotalField.GIFT_CARD_TOTAL, order.giftCardTotal()), input);
    require(sumsUp(trace, TotalField.GIFT_CARD_TAX_TOTAL, order.giftCardTaxTotal()), input);
    require(sumsUp(trace, TotalField.TOTAL, order.total()), input);
    return order;
  }

  private static boolean sumsUp(CalculationTrace trace, TotalField figure, long amount) {
    return trace.sum(figure).equals(Fraction.of(amount));
  }

  private static void requireSane(TotalsInput input, CartTotals cart, OrderTotals order) {
    require(order.total() == cart.total(), input);
    require(order.giftCardTaxTotal() == cart.giftCardTaxTotal(), input);
    for (TaxableLine line : input.lines()) {
      Fraction adjustment = cart.line(line.id()).rawDiscountTotal();
      require(LineRefund.of(line, adjustment, 0) >= 0, input);
      require(LineRefund.of(line, adjustment, line.quantity()) == 0, input);
    }
  }

  private static void require(boolean holds, TotalsInput input) {
    if (!holds) {
      throw new AssertionError(input.toJson().encodePrettily());
    }
  }

  private TotalsInput totalsInput() {
    List<TaxableLine> lines = new ArrayList<>();
    for (int i = random.nextInt(6); i >= 0; i--) {
      lines.add(
          new TaxableLine(
              "item_" + i, price(), 1 + random.nextInt(20), random.nextBoolean(), rates(), flip()));
    }
    List<TaxableMethod> methods = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      methods.add(new TaxableMethod("sm_" + i, price(), random.nextBoolean(), rates()));
    }
    List<AppliedGiftCard> cards = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      cards.add(
          new AppliedGiftCard(
              "gift_" + i,
              price(),
              flip() ? percent() : null,
              flip() ? null : Instant.ofEpochSecond(random.nextInt(9))));
    }
    return new TotalsInput(
        lines, methods, discount(), random.nextInt(4) == 0, cards, flip(), flip());
  }

  private LineDiscount discount() {
    return switch (random.nextInt(3)) {
      case 0 -> new LineDiscount.Percentage("disc", random.nextInt(101));
      case 1 -> new LineDiscount.FixedTotal("disc", price());
      default -> new LineDiscount.FixedPerUnit("disc", price() / 10);
    };
  }

  private List<TaxRate> rates() {
    List<TaxRate> rates = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      rates.add(new TaxRate(percent(), "rate", "rate"));
    }
    return rates;
  }

  private BigDecimal percent() {
    return BigDecimal.valueOf(random.nextInt(40_000), 3);
  }

  private long price() {
    return random.nextInt(4) == 0 ? random.nextInt(10) : random.nextInt(50_000);
  }

  private boolean flip() {
    return random.nextBoolean();
  }
}
