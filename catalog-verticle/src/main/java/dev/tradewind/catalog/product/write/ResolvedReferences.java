package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Problem;
import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * References of product documents, resolved for all documents together.
 *
 * @param types ids by value
 * @param tags ids by value
 * @param currencies currency codes by the id of a region
 * @param profiles ids of built-in shipping profiles by type
 * @param isLocated whether the stock of the shop is converted, so that managed variants are stocked
 *     at locations
 * @param hasItems whether any variant is stocked at locations
 */
record ResolvedReferences(
    Map<String, String> types,
    Map<String, String> tags,
    Set<String> collections,
    Map<String, String> currencies,
    Map<String, String> profiles,
    @Nullable String defaultChannelId,
    boolean isLocated,
    boolean hasItems) {

  static final RecordCodec<ResolvedReferences> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ResolvedReferences.class);

  String type(String value) {
    return Objects.requireNonNull(types.get(value), value);
  }

  String tag(String value) {
    return Objects.requireNonNull(tags.get(value), value);
  }

  String collection(String id) {
    if (!collections.contains(id)) {
      throw Problem.notFound("Product_collection with collection_id " + id + " does not exist.");
    }
    return id;
  }

  /** Currency of the region and of its prices. */
  String currencyOf(String regionId) {
    @Nullable String currency = currencies.get(regionId);
    if (currency == null) {
      throw RegionService.notFound(regionId);
    }
    return currency;
  }

  /** Id of the built-in shipping profile of such a product. */
  @Nullable String profile(boolean isGiftcard) {
    return profiles.get(isGiftcard ? "gift_card" : "default");
  }
}
