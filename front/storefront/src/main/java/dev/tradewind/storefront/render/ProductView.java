package dev.tradewind.storefront.render;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Product as pages show it, with prices of one region including taxes.
 *
 * @param product of the store API
 */
public record ProductView(JsonObject product, String currency, Language text) {

  private static final int FEW = 10;

  /** Entry of a list of products. */
  public Map<String, Object> card() {
    Map<String, Object> card = new LinkedHashMap<>();
    card.put("path", "/products/" + StoreCall.encoded(product.getString("handle")));
    card.put("title", product.getString("title"));
    card.put("subtitle", product.getString("subtitle"));
    card.put("image", product.getString("thumbnail"));
    Optional<JsonObject> cheapest = cheapest();
    boolean isRange =
        variants().stream().map(ProductView::price).filter(Objects::nonNull).distinct().count() > 1;
    card.put(
        "price",
        cheapest
            .map(one -> {
              String amount = text.money(Objects.requireNonNull(price(one)), currency);
              return isRange ? text.of("price.from", amount) : amount;
            })
            .orElse(text.of("price.none")));
    card.put("original", cheapest.map(this::originalPrice).orElse(null));
    card.put("soldOut", variants().stream().noneMatch(ProductView::isInStock));
    return card;
  }

  private Optional<JsonObject> cheapest() {
    JsonObject best = null;
    for (JsonObject one : variants()) {
      Long price = price(one);
      if (price != null && (best == null || price < Objects.requireNonNull(price(best)))) {
        best = one;
      }
    }
    return Optional.ofNullable(best);
  }

  List<JsonObject> variants() {
    return JsonArrays.objects(product.getJsonArray("variants"));
  }

  /** Options among which a shopper chooses; a product with one variant has none. */
  public List<Map<String, Object>> options() {
    List<JsonObject> variants = variants();
    if (variants.size() < 2) {
      return List.of();
    }
    JsonObject first = firstVariant();
    List<Map<String, Object>> options = new ArrayList<>();
    for (JsonObject option : JsonArrays.objects(product.getJsonArray("options"))) {
      String id = option.getString("id");
      Map<String, Boolean> values = new LinkedHashMap<>();
      variants.forEach(variant -> {
        String value = value(variant, id);
        if (value != null) {
          values.merge(value, isInStock(variant), Boolean::logicalOr);
        }
      });
      String chosen = first == null ? null : value(first, id);
      List<Map<String, Object>> choices =
          values.entrySet().stream()
              .map(entry ->
                  Map.<String, Object>of(
                      "value", entry.getKey(),
                      "inStock", entry.getValue(),
                      "checked", entry.getKey().equals(chosen)))
              .toList();
      options.add(Map.of("id", id, "title", option.getString("title"), "values", choices));
    }
    return options;
  }

  /** The variant that is chosen first: one in stock, if there is one. */
  public @Nullable JsonObject firstVariant() {
    List<JsonObject> variants = variants();
    return variants.stream()
        .filter(ProductView::isInStock)
        .findFirst()
        .orElse(variants.isEmpty() ? null : variants.getFirst());
  }

  /**
   * The variant of these values.
   *
   * @param chosen value by id of the option
   */
  public Optional<JsonObject> variant(Map<String, String> chosen) {
    List<JsonObject> variants = variants();
    return variants.size() == 1
        ? Optional.of(variants.getFirst())
        : variants.stream()
            .filter(variant ->
                options().stream()
                    .map(option -> String.valueOf(option.get("id")))
                    .allMatch(id -> Objects.equals(value(variant, id), chosen.get(id))))
            .findFirst();
  }

  /** Sold-out variants with their titles, which shoppers can wait for. */
  public Map<String, String> soldOut() {
    Map<String, String> titles = new LinkedHashMap<>();
    variants().stream()
        .filter(variant -> !isInStock(variant))
        .forEach(variant -> titles.put(variant.getString("id"), variant.getString("title")));
    return titles;
  }

  /** Whether the region has a price of any variant. */
  public boolean isSold() {
    return variants().stream().anyMatch(variant -> price(variant) != null);
  }

  /** Price and stock of a variant as texts. */
  public JsonObject offer(JsonObject variant) {
    Long price = price(variant);
    JsonObject values = new JsonObject();
    JsonArrays.objects(variant.getJsonArray("options"))
        .forEach(one -> values.put(one.getString("option_id"), one.getString("value")));
    return new JsonObject()
        .put("options", values)
        .put("price", price == null ? text.of("price.none") : text.money(price, currency))
        .put("original", originalPrice(variant))
        .put("stock", price == null ? "" : stock(variant));
  }

  /** Offers of all variants, for the script of the page. */
  public String offers() {
    JsonArray offers = new JsonArray();
    variants().forEach(variant -> offers.add(offer(variant)));
    return Html.script(offers);
  }

  private String stock(JsonObject variant) {
    if (!isInStock(variant)) {
      return text.of("stock.none");
    }
    int count = variant.getInteger("inventory_quantity", 0);
    return variant.getBoolean("manage_inventory", true) && count > 0 && count < FEW
        ? text.of("stock.few", count)
        : text.of("stock.some");
  }

  public static boolean isInStock(JsonObject variant) {
    return !variant.getBoolean("manage_inventory", true)
        || variant.getBoolean("allow_backorder", false)
        || variant.getInteger("inventory_quantity", 0) > 0;
  }

  /** Present price including taxes; null if the region has none. */
  public static @Nullable Long price(JsonObject variant) {
    Long withTax = variant.getLong("calculated_price_incl_tax");
    return withTax == null ? variant.getLong("calculated_price") : withTax;
  }

  /** The price that a sale has lowered; null without a sale. */
  private @Nullable String originalPrice(JsonObject variant) {
    Long withTax = variant.getLong("original_price_incl_tax");
    Long original = withTax == null ? variant.getLong("original_price") : withTax;
    Long price = price(variant);
    return original != null && price != null && original > price
        ? text.money(original, currency)
        : null;
  }

  private static @Nullable String value(JsonObject variant, String option) {
    return JsonArrays.objects(variant.getJsonArray("options")).stream()
        .filter(one -> option.equals(one.getString("option_id")))
        .map(one -> one.getString("value"))
        .findFirst()
        .orElse(null);
  }

  public List<String> images() {
    List<String> urls =
        JsonArrays.objects(product.getJsonArray("images")).stream()
            .map(image -> image.getString("url"))
            .toList();
    String thumbnail = product.getString("thumbnail");
    return urls.isEmpty() && thumbnail != null ? List.of(thumbnail) : urls;
  }

  /** Material and the like, by their names. */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    String material = product.getString("material");
    String origin = product.getString("origin_country");
    Object weight = product.getValue("weight");
    if (material != null && !material.isEmpty()) {
      facts.put(text.of("product.material"), material);
    }
    if (origin != null && !origin.isEmpty()) {
      facts.put(text.of("product.origin"), text.country(origin));
    }
    if (weight != null) {
      facts.put(text.of("product.weight"), text.of("product.grams", weight));
    }
    return facts;
  }

  /** Description for search engines, as a schema.org {@code Product}. */
  public String jsonLd(String url) {
    JsonArray offers = new JsonArray();
    for (JsonObject variant : variants()) {
      Long price = price(variant);
      if (price != null) {
        offers.add(
            new JsonObject()
                .put("@type", "Offer")
                .put("sku", variant.getString("sku"))
                .put("url", url)
                .put("price", Html.decimal(price, currency))
                .put("priceCurrency", currency.toUpperCase(Locale.ROOT))
                .put(
                    "availability",
                    "https://schema.org/" + (isInStock(variant) ? "InStock" : "OutOfStock")));
      }
    }
    return Html.script(
        new JsonObject()
            .put("@context", "https://schema.org")
            .put("@type", "Product")
            .put("name", product.getString("title"))
            .put("description", product.getString("description"))
            .put("image", new JsonArray(images().stream().filter(Html::isLink).toList()))
            .put("offers", offers));
  }
}
