package dev.tradewind.catalog.price;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A price that may be the one: a default price, or one of a list that holds now and for this
 * customer.
 *
 * @param amount smallest currency unit
 * @param regionId the region that it is for; absent when it is for the whole currency
 * @param listType {@code sale} or {@code override}; absent for a default price
 */
public record PriceCandidate(
    long amount,
    boolean includesTax,
    @Nullable String regionId,
    @Nullable String listType,
    @Nullable Integer minQuantity,
    @Nullable Integer maxQuantity) {

  static PriceCandidate of(JsonObject json) {
    return new PriceCandidate(
        json.getLong("amount"),
        json.getBoolean("includes_tax"),
        json.getString("region_id"),
        json.getString("list_type"),
        json.getInteger("min_quantity"),
        json.getInteger("max_quantity"));
  }

  public static List<PriceCandidate> all(JsonArray candidates) {
    return candidates.stream().map(candidate -> of((JsonObject) candidate)).toList();
  }

  boolean isDefault() {
    return listType == null;
  }

  boolean isUnbounded() {
    return minQuantity == null && maxQuantity == null;
  }

  /** Whether it holds for the quantity; without one, whether it holds from the first piece on. */
  boolean holdsFor(@Nullable Integer quantity) {
    if (quantity == null) {
      return minQuantity == null;
    }
    return (minQuantity == null || minQuantity <= quantity)
        && (maxQuantity == null || quantity <= maxQuantity);
  }

  /** What the customer pays in the end, times 100 per cent, so that it stays exact. */
  BigDecimal gross(BigDecimal taxPercent) {
    BigDecimal hundred = BigDecimal.valueOf(100);
    BigDecimal factor = includesTax ? hundred : hundred.add(taxPercent);
    return BigDecimal.valueOf(amount).multiply(factor);
  }
}
