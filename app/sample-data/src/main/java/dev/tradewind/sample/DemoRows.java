package dev.tradewind.sample;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rows of the demo shop by table, in insertion order. */
final class DemoRows {

  private static final List<String> CURRENCIES = List.of("eur", "usd");

  /** Name of the price list of all sales. */
  private static final String SALE = "Sale";

  private final Map<String, List<JsonObject>> byTable = new LinkedHashMap<>();
  private final List<JsonObject> countries = new ArrayList<>();
  private final Map<String, String> idsByName = new LinkedHashMap<>();
  private final Map<String, Ids> generators = new HashMap<>();
  private final String channelId;
  private final String profileId;
  private final String now;
  private final UnaryOperator<String> urls;

  private DemoRows(String channelId, String profileId, Instant now, UnaryOperator<String> urls) {
    this.urls = urls;
    this.channelId = channelId;
    this.profileId = profileId;
    this.now = Timestamps.format(now);
    Stream.of(
            "region",
            "region_payment_provider",
            "region_fulfillment_provider",
            "shipping_option",
            "shipping_option_requirement",
            "product_collection",
            "product_category",
            "product_type",
            "product_tag",
            "image",
            "product",
            "product_sales_channel",
            "product_shipping_profile",
            "product_tagging",
            "product_category_product",
            "product_image",
            "product_option",
            "product_variant",
            "product_option_value",
            "price_list",
            "money_amount")
        .forEach(table -> byTable.put(table, new ArrayList<>()));
  }

  /**
   * @param urls of pictures by their names
   */
  static DemoRows of(
      JsonObject shop,
      String channelId,
      String profileId,
      Instant now,
      UnaryOperator<String> urls) {
    DemoRows rows = new DemoRows(channelId, profileId, now, urls);
    objects(shop, "regions").forEach(rows::addRegion);
    objects(shop, "collections").forEach(rows::addCollection);
    rows.addCategories(shop, null);
    objects(shop, "products").forEach(rows::addProduct);
    rows.byTable.values().removeIf(List::isEmpty);
    return rows;
  }

  Map<String, List<JsonObject>> byTable() {
    return byTable;
  }

  /** Countries with their regions. */
  List<JsonObject> countries() {
    return countries;
  }

  /** Currencies whose prices include taxes. */
  String[] currenciesWithTaxes() {
    return rows("region").stream()
        .filter(region -> region.getBoolean("includes_tax"))
        .map(region -> region.getString("currency_code"))
        .toArray(String[]::new);
  }

  List<String> ids(String table) {
    return byTable.getOrDefault(table, List.of()).stream().map(row -> row.getString("id")).toList();
  }

  private void addRegion(JsonObject region) {
    String id = id("reg");
    add(
        "region",
        stamped(id)
            .put("name", region.getString("name"))
            .put("currency_code", region.getString("currency_code"))
            .put("tax_rate", region.getNumber("tax_rate"))
            .put("includes_tax", region.getBoolean("includes_tax", false)));
    JsonObject provided = new JsonObject().put("region_id", id).put("provider_id", "manual");
    add("region_payment_provider", provided);
    add("region_fulfillment_provider", provided);
    texts(region, "countries")
        .forEach(code -> countries.add(new JsonObject().put("iso_2", code).put("region_id", id)));
    boolean includesTax = region.getBoolean("includes_tax", false);
    objects(region, "shipping_options")
        .forEach(option -> addShippingOption(id, option, includesTax));
  }

  private void addShippingOption(String regionId, JsonObject option, boolean includesTax) {
    String id = id("so");
    add(
        "shipping_option",
        stamped(id)
            .put("name", option.getString("name"))
            .put("region_id", regionId)
            .put("profile_id", profileId)
            .put("provider_id", "manual")
            .put("price_type", "flat_rate")
            .put("amount", option.getLong("amount"))
            .put("includes_tax", includesTax)
            .put("data", new JsonObject().put("id", "manual-fulfillment")));
    objects(option, "requirements")
        .forEach(requirement ->
            add(
                "shipping_option_requirement",
                new JsonObject()
                    .put("id", id("sor"))
                    .put("shipping_option_id", id)
                    .put("type", requirement.getString("type"))
                    .put("amount", requirement.getLong("amount"))));
  }

  private void addCollection(JsonObject collection) {
    String handle = collection.getString("handle");
    String id = named("pcol", handle);
    add(
        "product_collection",
        stamped(id).put("title", collection.getString("title")).put("handle", handle));
  }

  private void addCategories(JsonObject owner, @Nullable String parentId) {
    List<JsonObject> categories = objects(owner, "categories").toList();
    for (int rank = 0; rank < categories.size(); rank++) {
      JsonObject category = categories.get(rank);
      String id = named("pcat", category.getString("handle"));
      add(
          "product_category",
          stamped(id)
              .put("name", category.getString("name"))
              .put("handle", category.getString("handle"))
              .put("description", "")
              .put("is_active", true)
              .put("is_internal", false)
              .put("rank", rank)
              .put("parent_category_id", parentId));
      addCategories(category, id);
    }
  }

  private void addProduct(JsonObject product) {
    String id = id("prod");
    JsonObject row = stamped(id).put("status", "published");
    Stream.of(
            "title",
            "subtitle",
            "handle",
            "description",
            "material",
            "origin_country",
            "hs_code",
            "weight",
            "metadata")
        .forEach(name -> row.put(name, product.getValue(name)));
    add(
        "product",
        row.put("collection_id", named("pcol", product.getString("collection")))
            .put("type_id", valued("product_type", "ptyp", product.getString("type"))));
    add(
        "product_sales_channel",
        new JsonObject().put("product_id", id).put("sales_channel_id", channelId));
    add(
        "product_shipping_profile",
        new JsonObject().put("product_id", id).put("profile_id", profileId));
    texts(product, "tags")
        .forEach(tag ->
            add(
                "product_tagging",
                new JsonObject()
                    .put("product_id", id)
                    .put("tag_id", valued("product_tag", "ptag", tag))));
    texts(product, "categories")
        .forEach(handle ->
            add(
                "product_category_product",
                new JsonObject()
                    .put("product_category_id", named("pcat", handle))
                    .put("product_id", id)));
    addImages(id, row, texts(product, "images").map(urls).toList());
    List<String> options = texts(product, "options").map(title -> addOption(id, title)).toList();
    List<JsonObject> variants = objects(product, "variants").toList();
    for (int rank = 0; rank < variants.size(); rank++) {
      addVariant(id, rank, options, variants.get(rank));
    }
  }

  /** Links only; the first image is the thumbnail. */
  private void addImages(String productId, JsonObject product, List<String> urls) {
    product.put("thumbnail", urls.isEmpty() ? null : urls.getFirst());
    for (int rank = 0; rank < urls.size(); rank++) {
      String id = id("img");
      add("image", stamped(id).put("url", urls.get(rank)));
      add(
          "product_image",
          new JsonObject().put("product_id", productId).put("image_id", id).put("rank", rank));
    }
  }

  private String addOption(String productId, String title) {
    String id = id("opt");
    add("product_option", stamped(id).put("title", title).put("product_id", productId));
    return id;
  }

  private void addVariant(String productId, int rank, List<String> options, JsonObject variant) {
    String id = id("variant");
    List<String> values = texts(variant, "values").toList();
    add(
        "product_variant",
        stamped(id)
            .put("title", String.join(" / ", values))
            .put("product_id", productId)
            .put("sku", variant.getString("sku"))
            .put("ean", variant.getString("ean"))
            .put("metadata", metadata(variant))
            .put("variant_rank", rank)
            .put("inventory_quantity", variant.getInteger("stock")));
    for (int i = 0; i < values.size(); i++) {
      add(
          "product_option_value",
          stamped(id("optval"))
              .put("value", values.get(i))
              .put("option_id", options.get(i))
              .put("variant_id", id));
    }
    for (String currency : CURRENCIES) {
      if (variant.containsKey(currency)) {
        addPrice(id, currency, variant.getLong(currency), null);
      }
      if (variant.containsKey("sale_" + currency)) {
        addPrice(id, currency, variant.getLong("sale_" + currency), saleId());
      }
    }
  }

  /** Picture of a variant, by the key that storefronts of Medusa v1 use. */
  private @Nullable JsonObject metadata(JsonObject variant) {
    String image = variant.getString("image");
    return image == null ? null : new JsonObject().put("thumbnail", urls.apply(image));
  }

  private void addPrice(String variantId, String currency, long amount, @Nullable String listId) {
    add(
        "money_amount",
        stamped(id("ma"))
            .put("currency_code", currency)
            .put("amount", amount)
            .put("price_list_id", listId)
            .put("variant_id", variantId));
  }

  /** The id of the price list of sales, whose row is created at its first use. */
  private String saleId() {
    String id = named("pl", SALE);
    if (rows("price_list").isEmpty()) {
      add(
          "price_list",
          stamped(id)
              .put("name", SALE)
              .put("description", "Reduced prices of the demo shop")
              .put("type", "sale")
              .put("status", "active")
              .put("includes_tax", true));
    }
    return id;
  }

  /** The next id of that kind; rows of equal time are listed in the order of their ids. */
  private String id(String prefix) {
    return generators.computeIfAbsent(prefix, Ids::of).next();
  }

  /** The id of that name; generated at its first use. */
  private String named(String prefix, String name) {
    return idsByName.computeIfAbsent(prefix + " " + name, key -> id(prefix));
  }

  /** The id of a type or tag, whose row is created at its first use. */
  private String valued(String table, String prefix, String value) {
    boolean known = idsByName.containsKey(prefix + " " + value);
    String id = named(prefix, value);
    if (!known) {
      add(table, stamped(id).put("value", value));
    }
    return id;
  }

  private JsonObject stamped(String id) {
    return new JsonObject().put("id", id).put("created_at", now).put("updated_at", now);
  }

  private void add(String table, JsonObject row) {
    rows(table).add(row);
  }

  private List<JsonObject> rows(String table) {
    List<JsonObject> rows = byTable.get(table);
    if (rows == null) {
      throw new IllegalArgumentException(table);
    }
    return rows;
  }

  private static Stream<JsonObject> objects(JsonObject owner, String name) {
    return owner.getJsonArray(name, new JsonArray()).stream().map(JsonObject.class::cast);
  }

  private static Stream<String> texts(JsonObject owner, String name) {
    return owner.getJsonArray(name, new JsonArray()).stream().map(String.class::cast);
  }
}
