package dev.tradewind.catalog.product.model;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Price of a request or an import, for a region or for a currency.
 *
 * @param id stored price that it changes, if it names one
 */
public record PriceInput(
    @Nullable String id,
    @Nullable String currencyCode,
    @Nullable String regionId,
    long amount,
    @Nullable Integer minQuantity,
    @Nullable Integer maxQuantity) {

  private static final RecordCodec<PriceInput> CODEC =
      RecordCodec.of(MethodHandles.lookup(), PriceInput.class);

  static PriceInput of(JsonObject price) {
    return CODEC.read(price);
  }

  /**
   * Requires a region or a currency, and not both.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400
   */
  public void requireOnePlace() {
    if ((regionId == null) == (currencyCode == null)) {
      throw Problem.invalidData("Failed XOR relation between \"region_id\" and \"currency_code\".");
    }
  }

  /**
   * The price in the currency of its place.
   *
   * @param currencyOfRegion currency by the id of a region
   */
  public Price resolved(UnaryOperator<String> currencyOfRegion) {
    String currency =
        regionId != null
            ? currencyOfRegion.apply(regionId)
            : Objects.requireNonNull(currencyCode).toLowerCase(Locale.ROOT);
    return new Price(currency, regionId, amount, minQuantity, maxQuantity);
  }
}
