package dev.tradewind.catalog.price;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selected price of a variant.
 *
 * @param original price without price lists
 * @param calculated price to pay
 */
public record PriceSelection(
    Optional<PriceCandidate> original, Optional<PriceCandidate> calculated) {

  /**
   * Selects the price by one rule for listings and carts: the lowest one valid for the quantity, of
   * the region or of its currency, never of another region. Prices with and without tax are
   * compared by their gross amount.
   *
   * @param regionId absent if only a currency is known
   * @param quantity absent in listings
   * @param taxPercent sum of the product's tax rates
   */
  public static PriceSelection of(
      List<PriceCandidate> candidates,
      @Nullable String regionId,
      @Nullable Integer quantity,
      BigDecimal taxPercent) {
    List<PriceCandidate> here =
        candidates.stream()
            .filter(price -> price.regionId() == null || price.regionId().equals(regionId))
            .toList();
    return new PriceSelection(original(here), lowest(here, quantity, taxPercent));
  }

  private static Optional<PriceCandidate> original(List<PriceCandidate> candidates) {
    return candidates.stream()
        .filter(PriceCandidate::isDefault)
        .filter(PriceCandidate::isUnbounded)
        .min(Comparator.comparing(price -> price.regionId() == null));
  }

  private static Optional<PriceCandidate> lowest(
      List<PriceCandidate> candidates, @Nullable Integer quantity, BigDecimal taxPercent) {
    return candidates.stream()
        .filter(price -> price.holdsFor(quantity))
        .min(
            Comparator.<PriceCandidate, BigDecimal>comparing(price -> price.gross(taxPercent))
                .thenComparing(price -> !price.isDefault()));
  }
}
