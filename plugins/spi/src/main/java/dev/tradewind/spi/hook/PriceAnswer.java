package dev.tradewind.spi.hook;

import java.util.List;

/** PriceAnswer that a hook sets; units that it does not name keep the shop's price. */
public record PriceAnswer(List<Price> prices) {

  /** No price is set. */
  public static final PriceAnswer NONE = new PriceAnswer(List.of());

  private static final long MAX_PRICE = 1_000_000_000_000L;

  public PriceAnswer {
    prices = List.copyOf(prices);
  }

  /**
   * Price of the units of a variant that were asked about.
   *
   * @param unitPrice in the smallest unit of the currency
   */
  public record Price(String variantId, int quantity, long unitPrice) {

    /**
     * @throws IllegalArgumentException if the price is out of range
     */
    public Price {
      require(unitPrice);
    }
  }

  static void require(long amount) {
    if (amount < 0 || amount > MAX_PRICE) {
      throw new IllegalArgumentException(
          "A price is from 0 to " + MAX_PRICE + ", not " + amount + ".");
    }
  }
}
