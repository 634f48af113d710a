package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.Product;
import dev.tradewind.storefront.answer.Variant;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.ProductOffer.Offer;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Product as pages show it, with prices of one region including taxes. */
public record ProductView(Product product, String currency, Language text) {

  private static final int FEW = 10;

  /** Entry of a list of products. */
  public ProductCard card() {
    Variant cheapest = cheapest();
    return new ProductCard(
        path(),
        product.title(),
        product.subtitle(),
        product.thumbnail(),
        lowestPrice(cheapest),
        cheapest == null ? null : money(cheapest.loweredPrice()),
        product.variants().stream().noneMatch(Variant::isInStock));
  }

  private String path() {
    return "/products/" + StoreCall.encoded(product.handle());
  }

  private @Nullable Variant cheapest() {
    Variant best = null;
    for (Variant one : product.variants()) {
      Long price = one.price();
      if (price != null && (best == null || price < Objects.requireNonNull(best.price()))) {
        best = one;
      }
    }
    return best;
  }

  private String lowestPrice(@Nullable Variant cheapest) {
    String amount = cheapest == null ? null : money(cheapest.price());
    if (amount == null) {
      return text.of("price.none");
    }
    boolean isRange =
        product.variants().stream().map(Variant::price).filter(Objects::nonNull).distinct().count()
            > 1;
    return isRange ? text.of("price.from", amount) : amount;
  }

  private @Nullable String money(@Nullable Long amount) {
    return amount == null ? null : text.money(amount, currency);
  }

  /** Description of the product on its page. */
  public ProductDetails details(String url) {
    List<String> images = images();
    return new ProductDetails(
        Objects.requireNonNullElse(product.description(), ""),
        product.subtitle(),
        product.collection() == null ? null : Link.of(product.collection()),
        images,
        images.stream().filter(Html::isLink).findFirst().orElse(null),
        facts(),
        path(),
        jsonLd(url));
  }

  /**
   * Form of the page that puts the product into the cart.
   *
   * @param told what a request of an e-mail has led to; absent without one
   */
  public ProductOffer offer(@Nullable String told) {
    Variant first = firstVariant();
    boolean isSold = isSold();
    return new ProductOffer(
        product.handle(),
        options(),
        first == null ? null : offerOf(first),
        offers(),
        isSold,
        isSold ? soldOut() : Map.of(),
        told);
  }

  /** Options among which a shopper chooses; a product with one variant has none. */
  List<ProductOffer.Option> options() {
    if (product.variants().size() < 2) {
      return List.of();
    }
    Variant first = firstVariant();
    return product.options().stream()
        .map(option -> {
          String chosen = first == null ? null : first.value(option.id());
          List<ProductOffer.Value> values =
              stocks(option.id()).entrySet().stream()
                  .map(entry ->
                      new ProductOffer.Value(
                          entry.getKey(), entry.getValue(), entry.getKey().equals(chosen)))
                  .toList();
          return new ProductOffer.Option(option.id(), option.title(), values);
        })
        .toList();
  }

  /** Whether there are variants in stock, by the values of an option. */
  private Map<String, Boolean> stocks(String option) {
    Map<String, Boolean> stocks = new LinkedHashMap<>();
    for (Variant variant : product.variants()) {
      String value = variant.value(option);
      if (value != null) {
        stocks.merge(value, variant.isInStock(), Boolean::logicalOr);
      }
    }
    return stocks;
  }

  /** The variant that is chosen first: one in stock, if there is one. */
  private @Nullable Variant firstVariant() {
    List<Variant> variants = product.variants();
    return variants.stream()
        .filter(Variant::isInStock)
        .findFirst()
        .orElse(variants.isEmpty() ? null : variants.getFirst());
  }

  /**
   * The variant of these values.
   *
   * @param chosen value by id of the option
   */
  public Optional<Variant> variant(Map<String, String> chosen) {
    List<Variant> variants = product.variants();
    if (variants.size() == 1) {
      return Optional.of(variants.getFirst());
    }
    return variants.stream()
        .filter(variant ->
            product.options().stream()
                .map(Product.Option::id)
                .allMatch(id -> Objects.equals(variant.value(id), chosen.get(id))))
        .findFirst();
  }

  /** Sold-out variants with their titles, which shoppers can wait for. */
  private Map<String, String> soldOut() {
    Map<String, String> titles = new LinkedHashMap<>();
    product.variants().stream()
        .filter(variant -> !variant.isInStock())
        .forEach(variant -> titles.put(variant.id(), variant.title()));
    return titles;
  }

  /** Whether the region has a price of any variant. */
  private boolean isSold() {
    return product.variants().stream().anyMatch(variant -> variant.price() != null);
  }

  private Offer offerOf(Variant variant) {
    Map<String, String> values = new LinkedHashMap<>();
    variant.options().forEach(one -> values.put(one.optionId(), one.value()));
    String price = money(variant.price());
    return new Offer(
        values,
        price == null ? text.of("price.none") : price,
        money(variant.loweredPrice()),
        price == null ? "" : stock(variant));
  }

  /** Offers of all variants, for the script of the page. */
  private String offers() {
    JsonArray offers = new JsonArray();
    product.variants().stream()
        .map(variant -> new JsonObject(TemplateValues.of(offerOf(variant))))
        .forEach(offers::add);
    return Html.script(offers);
  }

  private String stock(Variant variant) {
    if (!variant.isInStock()) {
      return text.of("stock.none");
    }
    int count = variant.inventoryQuantity();
    if (variant.manageInventory() && count > 0 && count < FEW) {
      return text.of("stock.few", count);
    }
    return text.of("stock.some");
  }

  private List<String> images() {
    List<String> urls = product.images().stream().map(Product.Image::url).toList();
    String thumbnail = product.thumbnail();
    return urls.isEmpty() && thumbnail != null ? List.of(thumbnail) : urls;
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    String material = product.material();
    String origin = product.originCountry();
    Number weight = product.weight();
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
  String jsonLd(String url) {
    JsonArray offers = new JsonArray();
    for (Variant variant : product.variants()) {
      Long price = variant.price();
      if (price != null) {
        offers.add(
            new JsonObject()
                .put("@type", "Offer")
                .put("sku", variant.sku())
                .put("url", url)
                .put("price", Html.decimal(price, currency))
                .put("priceCurrency", currency.toUpperCase(Locale.ROOT))
                .put(
                    "availability",
                    "https://schema.org/" + (variant.isInStock() ? "InStock" : "OutOfStock")));
      }
    }
    return Html.script(
        new JsonObject()
            .put("@context", "https://schema.org")
            .put("@type", "Product")
            .put("name", product.title())
            .put("description", product.description())
            .put("image", new JsonArray(images().stream().filter(Html::isLink).toList()))
            .put("offers", offers));
  }
}
