package dev.tradewind.catalog.product.model;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Default price of a variant.
 *
 * @param currencyCode currency of the region, if the price has one
 */
public record Price(
    String currencyCode,
    @Nullable String regionId,
    long amount,
    @Nullable Integer minQuantity,
    @Nullable Integer maxQuantity) {

  private static final RecordCodec<Price> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Price.class);

  /** Whether both prices are for the same currency, region and quantities. */
  public boolean hasPlaceOf(Price other) {
    return currencyCode.equals(other.currencyCode)
        && Objects.equals(regionId, other.regionId)
        && Objects.equals(minQuantity, other.minQuantity)
        && Objects.equals(maxQuantity, other.maxQuantity);
  }

  /** Whether the price is for any quantity. */
  public boolean isForAnyQuantity() {
    return minQuantity == null && maxQuantity == null;
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
