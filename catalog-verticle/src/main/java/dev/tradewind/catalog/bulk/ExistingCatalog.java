package dev.tradewind.catalog.bulk;

import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of the catalog that imported products refer to. */
final class ExistingCatalog {

  /** Stored product; a deleted one keeps its id. */
  record Product(String id, boolean isDeleted, List<String> options) {}

  /** Stored variant; a deleted one keeps its id. */
  record Variant(String id, String productId, boolean isDeleted) {}

  private final Map<String, Product> products = new HashMap<>();
  private final Map<String, String> productsByHandle = new HashMap<>();
  private final Map<String, Variant> variants = new HashMap<>();
  private final Map<String, String> variantsBySku = new HashMap<>();
  private final Map<String, String> variantsByBarcode = new HashMap<>();
  private final Map<String, String> collections = new HashMap<>();
  private final Map<String, String> categories = new HashMap<>();
  private final Map<String, String> channels = new HashMap<>();
  private final Map<String, String> channelsByName = new HashMap<>();

  static ExistingCatalog of(Row row) {
    ExistingCatalog known = new ExistingCatalog();
    each(row, "products").forEach(known::addProduct);
    each(row, "variants").forEach(known::addVariant);
    each(row, "collections")
        .forEach(one -> known.collections.put(one.getString("handle"), one.getString("id")));
    each(row, "categories")
        .forEach(one -> known.categories.put(one.getString("handle"), one.getString("id")));
    each(row, "sales_channels")
        .forEach(one -> {
          known.channels.put(one.getString("id"), one.getString("id"));
          known.channelsByName.putIfAbsent(one.getString("name"), one.getString("id"));
        });
    return known;
  }

  private static Stream<JsonObject> each(Row row, String name) {
    JsonArray found = (JsonArray) row.getJson(name);
    return found == null ? Stream.empty() : found.stream().map(JsonObject.class::cast);
  }

  private void addProduct(JsonObject product) {
    String id = product.getString("id");
    boolean isDeleted = product.getBoolean("is_deleted");
    List<String> options = JsonArrays.strings(product.getJsonArray("options"));
    products.put(id, new Product(id, isDeleted, options));
    if (!isDeleted && product.getString("handle") != null) {
      productsByHandle.put(product.getString("handle"), id);
    }
  }

  private void addVariant(JsonObject variant) {
    String id = variant.getString("id");
    boolean isDeleted = variant.getBoolean("is_deleted");
    variants.put(id, new Variant(id, variant.getString("product_id"), isDeleted));
    if (!isDeleted) {
      put(variantsBySku, variant.getString("sku"), id);
      put(variantsByBarcode, variant.getString("barcode"), id);
    }
  }

  private static void put(Map<String, String> ids, @Nullable String key, String id) {
    if (key != null) {
      ids.put(key, id);
    }
  }

  Optional<Product> product(String id) {
    return Optional.ofNullable(products.get(id));
  }

  Optional<Product> productWithHandle(String handle) {
    return Optional.ofNullable(productsByHandle.get(handle)).flatMap(this::product);
  }

  Optional<Variant> variant(String id) {
    return Optional.ofNullable(variants.get(id));
  }

  Optional<String> variantWithSku(String sku) {
    return Optional.ofNullable(variantsBySku.get(sku));
  }

  Optional<String> variantWithBarcode(String barcode) {
    return Optional.ofNullable(variantsByBarcode.get(barcode));
  }

  Optional<String> collection(String handle) {
    return Optional.ofNullable(collections.get(handle));
  }

  Optional<String> category(String handle) {
    return Optional.ofNullable(categories.get(handle));
  }

  /** Id of the sales channel, found by id, otherwise by name. */
  Optional<String> channel(JsonObject named) {
    String id = channels.get(named.getString("id", ""));
    return Optional.ofNullable(id == null ? channelsByName.get(named.getString("name", "")) : id);
  }
}
