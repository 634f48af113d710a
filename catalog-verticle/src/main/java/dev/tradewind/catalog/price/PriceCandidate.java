package dev.tradewind.catalog.price;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonArray;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Candidate price of a variant: a default price, or one of a price list that is active and open to
 * the customer.
 *
 * @param amount smallest currency unit
 * @param regionId region of the price; absent if it is for the whole currency
 * @param listType {@code sale} or {@code override}; absent for a default price
 * @param minQuantity absent if the price has no lower bound; 0 is none
 * @param maxQuantity absent if the price has no upper bound; 0 is none
 */
public record PriceCandidate(
    long amount,
    boolean includesTax,
    @Nullable String regionId,
    @Nullable String listType,
    @Nullable Integer minQuantity,
    @Nullable Integer maxQuantity) {

  static final RecordCodec<PriceCandidate> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), PriceCandidate.class);

  public PriceCandidate {
    minQuantity = bound(minQuantity);
    maxQuantity = bound(maxQuantity);
  }

  private static @Nullable Integer bound(@Nullable Integer quantity) {
    return quantity == null || quantity == 0 ? null : quantity;
  }

  public static List<PriceCandidate> all(@Nullable JsonArray candidates) {
    return JsonArrays.objects(candidates).stream().map(CODEC::read).toList();
  }

  boolean isDefault() {
    return listType == null;
  }

  boolean isUnbounded() {
    return minQuantity == null && maxQuantity == null;
  }

  /**
   * Whether the price is valid for the quantity; without one, whether it is valid from quantity 1.
   */
  boolean holdsFor(@Nullable Integer quantity) {
    if (quantity == null) {
      return minQuantity == null;
    }
    return (minQuantity == null || minQuantity <= quantity)
        && (maxQuantity == null || quantity <= maxQuantity);
  }

  /** Gross amount times 100 percent, so that it stays exact. */
  BigDecimal gross(BigDecimal taxPercent) {
    BigDecimal hundred = BigDecimal.valueOf(100);
    BigDecimal factor = includesTax ? hundred : hundred.add(taxPercent);
    return BigDecimal.valueOf(amount).multiply(factor);
  }
}
