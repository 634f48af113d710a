package dev.tradewind.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CartTotalsTest {

  @ParameterizedTest
  @CsvSource({
    "100, 12.5, 1, 13",
    "100, 12.5, 3, 38",
    "180, 17.5, 1, 32",
    "0, 20, 5, 0",
    "7, 0, 1, 0",
    "1999, 8.875, 1, 177",
    "1, 50, 1, 1",
    "9007199254740993, 10, 1, 900719925474099"
  })
  void taxIsRoundedOncePerLineHalvesUp(long price, BigDecimal percent, long quantity, long tax) {
    CartTotals totals = priced(null, line("a", price, quantity, false, percent, false));

    assertThat(totals.line("a").taxTotal()).isEqualTo(tax);
    assertThat(totals.total()).isEqualTo(price * quantity + tax);
  }

  @Test
  void linesShowADiscountThatSumsUpToTheCartsWhileTheirTaxIsExact() {
    BigDecimal rate = BigDecimal.valueOf(20);

    CartTotals totals =
        priced(
            new LineDiscount.FixedTotal("disc", 200),
            line("a", 1000, 1, false, rate, true),
            line("b", 1000, 1, false, rate, true),
            line("c", 1000, 1, false, rate, true));

    assertThat(totals.line("a").rawDiscountTotal()).isEqualTo(Fraction.of(200, 3));
    assertThat(totals.line("a").discountTotal()).isEqualTo(67);
    assertThat(totals.line("b").discountTotal()).isEqualTo(67);
    assertThat(totals.line("c").discountTotal()).isEqualTo(66);
    assertThat(totals.discountTotal()).isEqualTo(200);
    assertThat(totals.line("c").taxTotal()).isEqualTo(187);
  }

  @ParameterizedTest
  @CsvSource({"percentage, 100, total", "fixed, 999999, total", "fixed, 999, item"})
  void aWholeDiscountLeavesNothingToPayWhereThePriceIncludesTax(
      String type, long value, String allocation) {
    // 25 % inside 102 are 20.4 per unit, 25 % inside 103 are 20.6: rounded down and up.
    CartTotals totals =
        priced(
            LineDiscount.of("disc", type, value, allocation),
            line("a", 102, 1000, true, BigDecimal.valueOf(25), true),
            line("b", 103, 1000, true, BigDecimal.valueOf(25), true));

    assertThat(totals.total()).isZero();
    assertThat(totals.taxTotal()).isZero();
  }

  @Test
  void freeShippingCostsNothingWhateverItsPrice() {
    TaxableMethod method =
        new TaxableMethod("s", 500, false, List.of(rate(BigDecimal.valueOf(20))));

    CartTotals totals =
        CartTotals.of(
            new TotalsInput(List.of(), List.of(method), null, true, List.of(), true, true));

    assertThat(totals.total()).isZero();
    assertThat(totals.method("s").originalTotal()).isEqualTo(600);
    assertThat(totals.method("s").originalTaxTotal()).isEqualTo(100);
  }

  @Test
  void theCardThatExpiresFirstPaysFirstThenTheSmallerOne() {
    Instant soon = Instant.parse("2030-01-01T00:00:00Z");
    CartTotals totals =
        paid(
            card("large", 500, null),
            card("small", 300, null),
            new AppliedGiftCard("ending", 900, null, soon));

    assertThat(totals.giftCardUses())
        .extracting(GiftCardUse::giftCardId, GiftCardUse::amount)
        .containsExactly(tuple("ending", 900L), tuple("small", 100L));
  }

  @Test
  void taxOfGiftCardsNeverExceedsTheTaxDue() {
    CartTotals totals = paid(card("g", 1000, BigDecimal.valueOf(90)));

    assertThat(totals.giftCardTotal()).isEqualTo(1000);
    assertThat(totals.giftCardTaxTotal()).isEqualTo(200);
    assertThat(totals.total()).isZero();
  }

  @Test
  void anEmptyCartCostsNothing() {
    assertThat(priced(new LineDiscount.FixedTotal("disc", 10)).total()).isZero();
  }

  @Test
  void equalRatesAreEqualHoweverTheyAreWritten() {
    assertThat(rate(new BigDecimal("20.0"))).isEqualTo(rate(new BigDecimal("2E+1")));
    assertThat(rate(new BigDecimal("2E+1")).percent().toString()).isEqualTo("20");
  }

  private static CartTotals priced(@Nullable LineDiscount discount, TaxableLine... lines) {
    return CartTotals.of(
        new TotalsInput(List.of(lines), List.of(), discount, false, List.of(), true, true));
  }

  /** A line of 1000 at 20 %. */
  private static CartTotals paid(AppliedGiftCard... cards) {
    return CartTotals.of(
        new TotalsInput(
            List.of(line("a", 1000, 1, false, BigDecimal.valueOf(20), false)),
            List.of(),
            null,
            false,
            List.of(cards),
            true,
            true));
  }

  private static AppliedGiftCard card(String id, long balance, @Nullable BigDecimal rate) {
    return new AppliedGiftCard(id, balance, rate, null);
  }

  private static TaxableLine line(
      String id,
      long price,
      long quantity,
      boolean includesTax,
      BigDecimal percent,
      boolean discounted) {
    return new TaxableLine(id, price, quantity, includesTax, List.of(rate(percent)), discounted);
  }

  private static TaxRate rate(BigDecimal percent) {
    return new TaxRate(percent, "default", "default");
  }
}
