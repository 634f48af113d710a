package dev.tradewind.catalog.bulk;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows of the catalog that imported products refer to. */
final class ExistingCatalog {

  /** Stored product; a deleted one keeps its id. */
  record Product(String id, @Nullable String handle, boolean isDeleted, List<String> options) {}

  /** Stored variant; a deleted one keeps its id. */
  record Variant(
      String id,
      String productId,
      @Nullable String sku,
      @Nullable String barcode,
      boolean isDeleted) {}

  /** Stored collection or category. */
  record Handled(String id, String handle) {}

  record Channel(String id, String name) {}

  /** Found rows; of several sales channels with one name, the first is meant. */
  record Rows(
      List<Product> products,
      List<Variant> variants,
      List<Handled> collections,
      List<Handled> categories,
      List<Channel> salesChannels) {

    private static final RecordCodec<Rows> CODEC =
        RecordCodec.of(MethodHandles.lookup(), Rows.class);
  }

  private final Map<String, Product> products = new HashMap<>();
  private final Map<String, String> productsByHandle = new HashMap<>();
  private final Map<String, Variant> variants = new HashMap<>();
  private final Map<String, String> variantsBySku = new HashMap<>();
  private final Map<String, String> variantsByBarcode = new HashMap<>();
  private final Map<String, String> collections = new HashMap<>();
  private final Map<String, String> categories = new HashMap<>();
  private final Map<String, String> channels = new HashMap<>();
  private final Map<String, String> channelsByName = new HashMap<>();

  ExistingCatalog(Rows rows) {
    rows.products().forEach(this::add);
    rows.variants().forEach(this::add);
    rows.collections().forEach(one -> collections.put(one.handle(), one.id()));
    rows.categories().forEach(one -> categories.put(one.handle(), one.id()));
    for (Channel channel : rows.salesChannels()) {
      channels.put(channel.id(), channel.id());
      channelsByName.putIfAbsent(channel.name(), channel.id());
    }
  }

  static ExistingCatalog of(JsonObject rows) {
    return new ExistingCatalog(Rows.CODEC.read(rows));
  }

  private void add(Product product) {
    products.put(product.id(), product);
    if (!product.isDeleted()) {
      put(productsByHandle, product.handle(), product.id());
    }
  }

  private void add(Variant variant) {
    variants.put(variant.id(), variant);
    if (!variant.isDeleted()) {
      put(variantsBySku, variant.sku(), variant.id());
      put(variantsByBarcode, variant.barcode(), variant.id());
    }
  }

  private static void put(Map<String, String> ids, @Nullable String key, String id) {
    if (key != null) {
      ids.put(key, id);
    }
  }

  Optional<Product> product(@Nullable String id) {
    return Optional.ofNullable(id).map(products::get);
  }

  Optional<Product> productWithHandle(String handle) {
    return product(productsByHandle.get(handle));
  }

  Optional<Variant> variant(@Nullable String id) {
    return Optional.ofNullable(id).map(variants::get);
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
  Optional<String> channel(ImportDocument.Channel named) {
    return Optional.ofNullable(named.id())
        .map(channels::get)
        .or(() -> Optional.ofNullable(named.name()).map(channelsByName::get));
  }
}
