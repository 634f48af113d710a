package dev.tradewind.batch.product;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tradewind.batch.csv.ImportUniquenessStore.Key;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Product of an import file: consecutive lines with the same handle, in the form that the catalog
 * verticle accepts.
 *
 * @param line first line of the product
 * @param document {@code handle}, {@code id}, {@code body} and further product fields of the first
 *     line; {@code variants} of all lines
 */
record ImportedProduct(long line, String handle, JsonObject document) {

  static final String HANDLE = "handle";
  static final String PRODUCT = "product";
  static final String VARIANT = "variant";
  static final String SKU = "sku";
  static final String BARCODE = "barcode";
  static final String OPTIONS = "options";

  JsonArray variants() {
    return document.getJsonArray("variants");
  }

  long lastLine() {
    return variants().getJsonObject(variants().size() - 1).getLong("line");
  }

  /** Marks a handle that occurred earlier in the file: only the variants are new. */
  void setContinued() {
    document.put("is_continued", true);
  }

  /**
   * Marks variants whose options occurred earlier in the file.
   *
   * @param firstLines by the line of the variant
   */
  void setSameOptions(Map<Long, Long> firstLines) {
    for (Object each : variants()) {
      JsonObject variant = (JsonObject) each;
      Long first = firstLines.get(variant.getLong("line"));
      if (first != null) {
        variant.put("same_options_as", first);
      }
    }
  }

  /** Values that must be unique in the file. */
  static List<Key> keys(List<ImportedProduct> products) {
    List<Key> keys = new ArrayList<>();
    for (ImportedProduct product : products) {
      add(keys, HANDLE, product.handle(), product.line());
      add(keys, PRODUCT, product.document().getString("id"), product.line());
      for (Object each : product.variants()) {
        JsonObject variant = (JsonObject) each;
        JsonObject body = variant.getJsonObject("body");
        long line = variant.getLong("line");
        add(keys, VARIANT, variant.getString("id"), line);
        add(keys, SKU, body.getString("sku"), line);
        add(keys, BARCODE, body.getString("barcode"), line);
        add(keys, OPTIONS, options(product.handle(), variant.getJsonObject("options")), line);
      }
    }
    return keys;
  }

  /** Hash of the option values, because an index does not support long texts. */
  private static @Nullable String options(String handle, JsonObject options) {
    if (options.isEmpty()) {
      return null;
    }
    JsonObject sorted = new JsonObject(new TreeMap<>(options.getMap()));
    return UUID.nameUUIDFromBytes((handle + "\n" + sorted.encode()).getBytes(UTF_8)).toString();
  }

  private static void add(List<Key> keys, String kind, @Nullable String key, long line) {
    if (key != null) {
      keys.add(new Key(kind, key, line));
    }
  }
}
