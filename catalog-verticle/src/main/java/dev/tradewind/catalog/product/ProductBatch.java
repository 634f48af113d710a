package dev.tradewind.catalog.product;

import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Rows and events of any number of products, by table. {@link ProductStore} writes them with one
 * statement for all deletions and one for all other rows.
 */
final class ProductBatch {

  /** Table of a row; the lower-case name is its name in the statement. */
  enum Part {
    NEW_PRODUCT,
    CHANGED_PRODUCT,
    NEW_OPTION,
    CHANGED_OPTION,
    NEW_VARIANT,
    CHANGED_VARIANT,
    NEW_VALUE,
    CHANGED_VALUE,
    NEW_PRICE,
    CHANGED_PRICE,
    NEW_IMAGE,
    PRODUCT_IMAGE,
    PRODUCT_TAGGING,
    PRODUCT_SALES_CHANNEL,
    PRODUCT_CATEGORY_PRODUCT,
    PRODUCT_SHIPPING_PROFILE;

    String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Map<Part, JsonArray> rows = new EnumMap<>(Part.class);
  private final Map<Part, JsonArray> replaced = new EnumMap<>(Part.class);
  private final JsonArray goneProducts = new JsonArray();
  private final JsonArray goneVariants = new JsonArray();
  private final JsonArray goneOptions = new JsonArray();
  private final JsonArray gonePrices = new JsonArray();
  private final List<Event> written = new ArrayList<>();
  private final List<Event> gone = new ArrayList<>();
  private final Set<String> products = new LinkedHashSet<>();
  private final Set<String> variants = new LinkedHashSet<>();

  void add(Part part, JsonObject row) {
    rows.computeIfAbsent(part, absent -> new JsonArray()).add(row);
  }

  /** Replaces all links of the product in that table by the added rows. */
  void replaceLinks(Part linkTable, String productId) {
    replaced.computeIfAbsent(linkTable, absent -> new JsonArray()).add(productId);
  }

  void removeProduct(String id, Event event) {
    goneProducts.add(id);
    gone.add(event);
  }

  void removeVariant(String id, Event event) {
    goneVariants.add(id);
    gone.add(event);
    variants.add(id);
  }

  /** Deletes the variant with its product; only the product's event is published. */
  void removeVariant(String id) {
    goneVariants.add(id);
    variants.add(id);
  }

  void removeOption(String id) {
    goneOptions.add(id);
  }

  void removePrice(String id) {
    gonePrices.add(id);
  }

  void addEvent(Event event) {
    written.add(event);
  }

  void touchedProduct(String id) {
    products.add(id);
  }

  void touchedVariant(String id) {
    variants.add(id);
  }

  Set<String> products() {
    return products;
  }

  Set<String> variants() {
    return variants;
  }

  List<String> goneVariants() {
    return JsonArrays.strings(goneVariants);
  }

  boolean removesNothing() {
    return goneProducts.isEmpty()
        && goneVariants.isEmpty()
        && goneOptions.isEmpty()
        && gonePrices.isEmpty();
  }

  boolean writesNothing() {
    return rows.isEmpty() && replaced.isEmpty();
  }

  JsonObject removals() {
    return new JsonObject()
        .put("products", goneProducts)
        .put("variants", goneVariants)
        .put("options", goneOptions)
        .put("prices", gonePrices)
        .put("events", Outbox.rows(gone));
  }

  JsonObject writes() {
    JsonObject all = new JsonObject();
    for (Part part : Part.values()) {
      all.put(part.key(), rows.getOrDefault(part, new JsonArray()));
      all.put("replaced_" + part.key(), replaced.getOrDefault(part, new JsonArray()));
    }
    return all.put("events", Outbox.rows(written));
  }
}
