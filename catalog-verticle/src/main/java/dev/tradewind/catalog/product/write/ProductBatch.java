package dev.tradewind.catalog.product.write;

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
  private final List<String> removedProducts = new ArrayList<>();
  private final List<String> removedVariants = new ArrayList<>();
  private final List<String> removedOptions = new ArrayList<>();
  private final List<String> removedPrices = new ArrayList<>();
  private final List<Event> written = new ArrayList<>();
  private final List<Event> eventsOfRemovals = new ArrayList<>();
  private final Set<String> variants = new LinkedHashSet<>();

  void add(Part part, JsonObject row) {
    rows.computeIfAbsent(part, absent -> new JsonArray()).add(row);
  }

  /** Replaces all links of the product in that table by the added rows. */
  void replaceLinks(Part linkTable, String productId) {
    replaced.computeIfAbsent(linkTable, absent -> new JsonArray()).add(productId);
  }

  void removeProduct(String id, Event event) {
    removedProducts.add(id);
    eventsOfRemovals.add(event);
  }

  void removeVariant(String id, Event event) {
    removedVariants.add(id);
    eventsOfRemovals.add(event);
    variants.add(id);
  }

  /** Deletes the variant with its product; only the product's event is published. */
  void removeVariant(String id) {
    removedVariants.add(id);
    variants.add(id);
  }

  void removeOption(String id) {
    removedOptions.add(id);
  }

  void removePrice(String id) {
    removedPrices.add(id);
  }

  void addEvent(Event event) {
    written.add(event);
  }

  void touchedVariant(String id) {
    variants.add(id);
  }

  Set<String> variants() {
    return variants;
  }

  List<String> removedProducts() {
    return removedProducts;
  }

  List<String> removedVariants() {
    return removedVariants;
  }

  List<String> removedOptions() {
    return removedOptions;
  }

  List<String> removedPrices() {
    return removedPrices;
  }

  JsonArray eventsOfRemovals() {
    return Outbox.rows(eventsOfRemovals);
  }

  boolean removesNothing() {
    return removedProducts.isEmpty()
        && removedVariants.isEmpty()
        && removedOptions.isEmpty()
        && removedPrices.isEmpty();
  }

  boolean writesNothing() {
    return rows.isEmpty() && replaced.isEmpty();
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
