package dev.tradewind.catalog.search.api;

import dev.tradewind.catalog.product.read.CachedProducts;
import dev.tradewind.catalog.product.read.ProductService;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.FreshCache;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonBytes;
import dev.tradewind.kernel.operation.StaffMetadata;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Products as hits show them: what the product list reads for their ids, with the flat attributes
 * of the plugins for Medusa v1 beside it. Used on the event loop of the log.
 */
final class HitCache {

  /** Products of all callers; each has some kilobytes. */
  private static final int MAX_PRODUCTS = 2_000;

  /** Bytes of a product that is kept: larger ones are read again. */
  private static final int MAX_KEPT = 32 << 10;

  /** Products that are read with one statement. */
  private static final int PORTION = 50;

  private final ProductService products;
  private final FreshCache<Key, Product> cache;

  private record Key(Shopper.Identity shopper, String id) {}

  /**
   * Product for one group of callers; shared, never changed.
   *
   * @param json encoded, without the closing brace
   */
  record Product(JsonObject document, Buffer json) {

    private static Product of(JsonObject listed) {
      JsonObject document = listed.copy();
      addFlat(document);
      Buffer encoded = StaffMetadata.hide(JsonBytes.of(document));
      // What staff alone see is neither sent nor highlighted.
      return new Product(new JsonObject(encoded), encoded.slice(0, encoded.length() - 1).copy());
    }

    private static void addFlat(JsonObject document) {
      JsonObject type = document.getJsonObject("type");
      JsonObject collection = document.getJsonObject("collection");
      List<JsonObject> variants = JsonArrays.objects(document.getJsonArray("variants"));
      document
          .put("type_value", type == null ? null : type.getString("value"))
          .put("collection_title", collection == null ? null : collection.getString("title"))
          .put("collection_handle", collection == null ? null : collection.getString("handle"))
          .put("tags_value", values(JsonArrays.objects(document.getJsonArray("tags")), "value"))
          .put("variant_sku", values(variants, "sku"))
          .put("variant_title", values(variants, "title"))
          .put("variant_upc", values(variants, "upc"))
          .put("variant_ean", values(variants, "ean"))
          .put("variant_mid_code", values(variants, "mid_code"))
          .put("variant_hs_code", values(variants, "hs_code"))
          .put(
              "variant_options_value",
              values(
                  variants.stream()
                      .flatMap(
                          variant -> JsonArrays.objects(variant.getJsonArray("options")).stream())
                      .toList(),
                  "value"));
    }

    private static JsonArray values(List<JsonObject> rows, String name) {
      JsonArray values = new JsonArray();
      rows.forEach(row -> {
        if (row.getValue(name) != null) {
          values.add(row.getValue(name));
        }
      });
      return values;
    }
  }

  HitCache(ProductService products, ChangeLog log) {
    this.products = products;
    this.cache =
        new FreshCache<>(
            log,
            MAX_PRODUCTS,
            (key, found) ->
                found != null && found.json().length() > MAX_KEPT
                    ? null
                    : CachedProducts.one(key.id()));
  }

  /** Products of these ids by id, without those that the list does not show to the shopper. */
  Future<Map<String, Product>> find(Collection<String> ids, Shopper shopper) {
    Shopper.Identity identity = shopper.identity();
    return cache
        .get(
            ids.stream().map(id -> new Key(identity, id)).toList(),
            missing -> load(List.copyOf(missing), shopper))
        .map(found -> {
          Map<String, Product> products = new HashMap<>();
          found.forEach((key, product) -> products.put(key.id(), product));
          return products;
        });
  }

  /** Reads products in portions, whose size bounds the memory that they take. */
  private Future<Map<Key, Product>> load(List<Key> missing, Shopper shopper) {
    Map<Key, Product> loaded = new HashMap<>();
    List<List<Key>> portions = new ArrayList<>();
    for (int from = 0; from < missing.size(); from += PORTION) {
      portions.add(missing.subList(from, Math.min(missing.size(), from + PORTION)));
    }
    return Futures.sequence(
            portions,
            portion ->
                products
                    .findListed(
                        portion.stream().map(Key::id).toList(),
                        shopper.pricing(),
                        shopper.channels())
                    .onSuccess(found ->
                        found.forEach(product ->
                            loaded.put(
                                new Key(shopper.identity(), product.getString("id")),
                                Product.of(product)))))
        .map(loaded);
  }
}
