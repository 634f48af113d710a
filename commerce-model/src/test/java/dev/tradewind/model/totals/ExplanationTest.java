package dev.tradewind.model.totals;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Over carts of all kinds, taken at random. */
class ExplanationTest {

  private static final int CARTS = 100_000;

  private final Random random = new Random(20_261_121);

  @Test
  void stepsSumUpToTheTotalsAndNothingIsTakenOffTwice() {
    for (int i = 0; i < CARTS; i++) {
      Basket basket = basket();
      Steps steps = Steps.kept();
      CartTotals totals = CartTotals.of(basket, steps);

      figures(totals)
          .forEach((figure, amount) -> {
            if (!steps.sum(figure).equals(amount)) {
              throw new AssertionError("%s is %s in %s".formatted(figure, amount, basket));
            }
          });
      requireSane(basket, totals);
      if (basket.taxed()) {
        requireSane(basket, totals, order(basket, totals));
      }
    }
  }

  @Test
  void anExplanationDoesNotChangeTheAmounts() {
    for (int i = 0; i < 1_000; i++) {
      Basket basket = basket();

      assertThat(CartTotals.of(basket, Steps.kept())).isEqualTo(CartTotals.of(basket));
    }
  }

  private static Map<Figure, Fraction> figures(CartTotals totals) {
    return Map.of(
        Figure.SUBTOTAL, Fraction.of(totals.subtotal()),
        Figure.RAW_DISCOUNT_TOTAL, totals.rawDiscountTotal(),
        Figure.DISCOUNT_TOTAL, Fraction.of(totals.discountTotal()),
        Figure.ITEM_TAX_TOTAL, Fraction.of(totals.itemTaxTotal()),
        Figure.SHIPPING_TOTAL, Fraction.of(totals.shippingTotal()),
        Figure.SHIPPING_TAX_TOTAL, Fraction.of(totals.shippingTaxTotal()),
        Figure.TAX_TOTAL, Fraction.of(totals.taxTotal()),
        Figure.GIFT_CARD_TOTAL, Fraction.of(totals.giftCardTotal()),
        Figure.GIFT_CARD_TAX_TOTAL, Fraction.of(totals.giftCardTaxTotal()),
        Figure.TOTAL, Fraction.of(totals.total()));
  }

  private static void requireSane(Basket basket, CartTotals totals) {
    long shown = 0;
    for (TaxableLine line : basket.lines()) {
      LineTotals each = totals.line(line.id());
      shown += each.discountTotal();
      require(each.discountTotal() <= each.subtotal(), basket);
      require(each.rawDiscountTotal().signum() >= 0, basket);
      require(each.total() >= 0 && each.taxTotal() >= 0, basket);
      require(line.discounted() || each.discountTotal() == 0, basket);
    }
    require(shown == totals.discountTotal(), basket);
    require(totals.total() >= 0, basket);
    require(totals.giftCardTaxTotal() >= 0, basket);
    for (GiftCardUse use : totals.giftCardUses()) {
      require(use.amount() > 0 && use.tax() >= 0, basket);
      require(
          basket.giftCards().stream()
              .anyMatch(
                  card -> card.id().equals(use.giftCardId()) && card.balance() >= use.amount()),
          basket);
    }
  }

  private static OrderTotals order(Basket basket, CartTotals totals) {
    Steps steps = Steps.kept();
    OrderTotals order =
        OrderTotals.of(
            basket,
            totals.giftCardUses().stream().map(GiftCardTransaction::of).toList(),
            totals.total(),
            0,
            steps);
    require(sumsUp(steps, Figure.TAX_TOTAL, order.taxTotal()), basket);
    require(sumsUp(steps, Figure.GIFT_CARD_TOTAL, order.giftCardTotal()), basket);
    require(sumsUp(steps, Figure.GIFT_CARD_TAX_TOTAL, order.giftCardTaxTotal()), basket);
    require(sumsUp(steps, Figure.TOTAL, order.total()), basket);
    return order;
  }

  private static boolean sumsUp(Steps steps, Figure figure, long amount) {
    return steps.sum(figure).equals(Fraction.of(amount));
  }

  private static void requireSane(Basket basket, CartTotals cart, OrderTotals order) {
    require(order.total() == cart.total(), basket);
    require(order.giftCardTaxTotal() == cart.giftCardTaxTotal(), basket);
    for (TaxableLine line : basket.lines()) {
      Fraction adjustment = cart.line(line.id()).rawDiscountTotal();
      require(LineRefund.of(line, adjustment, 0) >= 0, basket);
      require(LineRefund.of(line, adjustment, line.quantity()) == 0, basket);
    }
  }

  private static void require(boolean holds, Basket basket) {
    if (!holds) {
      throw new AssertionError(basket.toJson().encodePrettily());
    }
  }

  private Basket basket() {
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
    List<PayingGiftCard> cards = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      cards.add(
          new PayingGiftCard(
              "gift_" + i,
              price(),
              flip() ? percent() : null,
              flip() ? null : Instant.ofEpochSecond(random.nextInt(9))));
    }
    return new Basket(lines, methods, discount(), random.nextInt(4) == 0, cards, flip(), flip());
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
