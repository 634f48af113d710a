package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.Product;
import dev.tradewind.storefront.answer.Variant;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Data of a product for search engines, in the terms of schema.org: a group of variants with an
 * offer of each, or a product with one, and the way to it.
 *
 * @param description as text
 * @param url of the page
 * @param home URL of the home page in the language of the page, with a slash at the end
 */
record ProductData(ProductView view, String description, String url, String home) {

  /** Terms of schema.org for options, by their names in English and German. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "color", "https://schema.org/color",
          "colour", "https://schema.org/color",
          "farbe", "https://schema.org/color",
          "size", "https://schema.org/size",
          "größe", "https://schema.org/size",
          "material", "https://schema.org/material",
          "pattern", "https://schema.org/pattern",
          "muster", "https://schema.org/pattern");

  String json() {
    return Html.script(
        new JsonObject()
            .put("@context", "https://schema.org")
            .put("@graph", new JsonArray().add(product()).add(crumbs())));
  }

  private JsonObject product() {
    Product product = view.product();
    JsonObject data =
        new JsonObject()
            .put("@id", url + "#product")
            .put("url", url)
            .put("name", product.title())
            .put("description", description)
            .put("image", new JsonArray(links(view.images())));
    String brand = product.metadata() == null ? null : product.metadata().getString("brand");
    if (brand != null && !brand.isBlank()) {
      data.put("brand", new JsonObject().put("@type", "Brand").put("name", brand));
    }
    if (product.material() != null && !product.material().isEmpty()) {
      data.put("material", product.material());
    }
    List<Variant> variants = product.variants();
    if (variants.size() == 1) {
      return addVariant(data.put("@type", "Product"), variants.getFirst(), url);
    }
    JsonArray all = new JsonArray();
    variants.forEach(variant -> all.add(variant(variant)));
    return data.put("@type", "ProductGroup")
        .put("productGroupID", product.id())
        .put(
            "variesBy",
            new JsonArray(
                product.options().stream()
                    .map(option -> term(option.title()))
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList()))
        .put("hasVariant", all);
  }

  private static @Nullable String term(String option) {
    return OPTIONS.get(option.toLowerCase(Locale.ROOT));
  }

  private JsonObject variant(Variant variant) {
    String own = url + "?variant=" + variant.id();
    JsonObject data =
        new JsonObject()
            .put("@type", "Product")
            .put("url", own)
            .put("name", view.product().title() + ", " + variant.title());
    for (Product.Option option : view.product().options()) {
      String term = term(option.title());
      String value = variant.value(option.id());
      if (term != null && value != null) {
        data.put(term.substring(term.lastIndexOf('/') + 1), value);
      }
    }
    view.pictureOf(variant).filter(Html::isLink).ifPresent(picture -> data.put("image", picture));
    return addVariant(data, variant, own);
  }

  private JsonObject addVariant(JsonObject data, Variant variant, String own) {
    if (variant.sku() != null) {
      data.put("sku", variant.sku());
    }
    Stream.of(variant.ean(), variant.upc(), variant.barcode())
        .filter(number -> number != null && number.matches("\\d{8}|\\d{12,14}"))
        .findFirst()
        .ifPresent(number -> data.put("gtin", number));
    Long price = variant.price();
    if (price != null) {
      data.put(
          "offers",
          new JsonObject()
              .put("@type", "Offer")
              .put("url", own)
              .put("price", Html.decimal(price, view.currency()))
              .put("priceCurrency", view.currency().toUpperCase(Locale.ROOT))
              .put("itemCondition", "https://schema.org/NewCondition")
              .put(
                  "availability",
                  "https://schema.org/" + (variant.isInStock() ? "InStock" : "OutOfStock")));
    }
    return data;
  }

  private JsonObject crumbs() {
    JsonArray steps = new JsonArray();
    addStep(steps, view.text().of("list.all"), home + "products");
    if (view.product().collection() != null) {
      Link collection = Link.of(view.product().collection());
      addStep(steps, collection.title(), home + collection.path().substring(1));
    }
    addStep(steps, view.product().title(), url);
    return new JsonObject().put("@type", "BreadcrumbList").put("itemListElement", steps);
  }

  private static void addStep(JsonArray steps, String name, String item) {
    steps.add(
        new JsonObject()
            .put("@type", "ListItem")
            .put("position", steps.size() + 1)
            .put("name", name)
            .put("item", item));
  }

  private static List<String> links(List<String> urls) {
    return urls.stream().filter(Html::isLink).toList();
  }
}
