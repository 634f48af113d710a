package dev.tradewind.storefront.search;

import dev.tradewind.spi.CurrencyDigits;
import dev.tradewind.storefront.design.Language;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Prices as shoppers see and enter them, in units of the currency, beside those of the search:
 * integers in the smallest unit.
 */
record PriceUnits(String currency) {

  /** Price of the search as it is shown, without a sign of the currency. */
  String shown(long price) {
    return CurrencyDigits.decimal(price, currency).toPlainString();
  }

  /**
   * Price that was entered, as text.
   *
   * @param rounding to the digits of the currency: up for the least, down for the most
   */
  String text(BigDecimal price, RoundingMode rounding, Language language) {
    return language.money(amount(price, rounding), currency);
  }

  /**
   * Price that was entered, with the digits of the currency.
   *
   * @param rounding to them: up for the least, down for the most
   */
  String entered(BigDecimal price, RoundingMode rounding) {
    return price.setScale(CurrencyDigits.of(currency), rounding).toPlainString();
  }

  /** Smallest step between two prices, as the field of a form has it. */
  String step() {
    return shown(1);
  }

  private long amount(BigDecimal entered, RoundingMode rounding) {
    return entered
        .movePointRight(CurrencyDigits.of(currency))
        .setScale(0, rounding)
        .longValueExact();
  }

  /** Lowest price of the search that is shown as this one or a higher one. */
  long atLeast(BigDecimal entered) {
    return amount(entered, RoundingMode.CEILING);
  }

  /** Highest price of the search that is shown as this one or a lower one. */
  long atMost(BigDecimal entered) {
    return amount(entered, RoundingMode.FLOOR);
  }
}
