package dev.tradewind.storefront.render;

import dev.tradewind.storefront.answer.Product;
import dev.tradewind.storefront.answer.Variant;
import dev.tradewind.storefront.answer.VariantPicture;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.render.ProductOffer.Offer;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Product as pages show it, with prices of one region including taxes. */
public record ProductView(Product product, String currency, Language text) {

  private static final int FEW = 10;
  private static final double KILOGRAM = 1000;

  /** Entry of a list of products. */
  public ProductCard card() {
    return card(product.title());
  }

  /**
   * Entry of a list of products.
   *
   * @param title with the marks of {@link TextPart}
   */
  public ProductCard card(String title) {
    Variant cheapest = cheapest();
    return new ProductCard(
        path(),
        product.title(),
        TextPart.of(title),
        product.subtitle(),
        product.thumbnail(),
        FocusPoint.classes(product.metadata()),
        lowestPrice(cheapest),
        cheapest == null ? null : money(cheapest.loweredPrice()),
        cheapest == null ? null : cheapest.saving(),
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

  /**
   * Description of the product on its page.
   *
   * @param url of the page
   * @param home URL of the home page in the language of the page, with a slash at the end
   * @param chosen id of the variant that is shown first; empty without one
   */
  public ProductDetails details(String url, String home, String chosen) {
    List<String> images = images(chosen);
    String description = Objects.requireNonNullElse(product.description(), "");
    String summary = Description.summary(description);
    return new ProductDetails(
        summary,
        Description.html(description),
        product.subtitle(),
        product.collection() == null ? null : Link.of(product.collection()),
        images,
        images.stream().filter(Html::isLink).findFirst().orElse(null),
        facts(),
        path(),
        new ProductData(this, summary, url, home).json());
  }

  /**
   * Form of the page that puts the product into the cart.
   *
   * @param chosen id of the variant that is shown first; empty without one
   * @param told what a request of an e-mail has led to; absent without one
   */
  public ProductOffer offer(String chosen, @Nullable String told) {
    Variant first = shownFirst(chosen);
    List<String> images = images(chosen);
    return new ProductOffer(
        product.handle(),
        options(chosen),
        first == null ? null : offerOf(first, images),
        offers(images),
        product.variants().stream().anyMatch(Variant::isBuyable),
        isSold() ? soldOut() : Map.of(),
        told);
  }

  /** Options among which a shopper chooses; a product with one variant has none. */
  List<ProductOffer.Option> options(String chosen) {
    if (product.variants().size() < 2) {
      return List.of();
    }
    Variant first = shownFirst(chosen);
    return product.options().stream()
        .map(option -> {
          String shown = first == null ? null : first.value(option.id());
          List<ProductOffer.Value> values =
              stocks(option.id()).entrySet().stream()
                  .map(entry ->
                      new ProductOffer.Value(
                          entry.getKey(), entry.getValue(), entry.getKey().equals(shown)))
                  .toList();
          return new ProductOffer.Option(option.id(), option.title(), values);
        })
        .toList();
  }

  /** Whether there are variants to buy, by the values of an option. */
  private Map<String, Boolean> stocks(String option) {
    Map<String, Boolean> stocks = new LinkedHashMap<>();
    for (Variant variant : product.variants()) {
      String value = variant.value(option);
      if (value != null) {
        stocks.merge(value, variant.isBuyable(), Boolean::logicalOr);
      }
    }
    return stocks;
  }

  /** The chosen variant, else one that can be bought, if there is one. */
  private @Nullable Variant shownFirst(String chosen) {
    List<Variant> variants = product.variants();
    return variants.stream()
        .filter(variant -> variant.id().equals(chosen))
        .findFirst()
        .or(() -> variants.stream().filter(Variant::isBuyable).findFirst())
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

  private Offer offerOf(Variant variant, List<String> images) {
    Map<String, String> values = new LinkedHashMap<>();
    variant.options().forEach(one -> values.put(one.optionId(), one.value()));
    String price = money(variant.price());
    Integer saving = variant.saving();
    return new Offer(
        variant.id(),
        values,
        price == null ? text.of("price.none") : price,
        money(variant.loweredPrice()),
        saving == null ? null : text.of("price.saving", saving),
        price == null ? "" : stock(variant),
        action(variant),
        variant.isBuyable(),
        pictureOf(variant).map(images::indexOf).orElse(-1));
  }

  private String action(Variant variant) {
    if (variant.price() == null) {
      return text.of("product.unavailable");
    }
    return text.of(variant.isInStock() ? "product.add" : "stock.none");
  }

  /** Offers of all variants, for the script of the page. */
  private String offers(List<String> images) {
    JsonArray offers = new JsonArray();
    product.variants().stream()
        .map(variant -> new JsonObject(TemplateValues.of(offerOf(variant, images))))
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

  /** The images of the product, and those of its variants that are none of them. */
  List<String> images() {
    List<String> own = ownImages();
    return Stream.concat(
            own.stream(),
            product.variants().stream().map(this::pictureOf).flatMap(Optional::stream))
        .distinct()
        .toList();
  }

  /** The images with that of a variant first. */
  private List<String> images(String chosen) {
    Variant first = shownFirst(chosen);
    Stream<String> ofVariant = first == null ? Stream.empty() : pictureOf(first).stream();
    return Stream.concat(ofVariant, images().stream()).distinct().toList();
  }

  private List<String> ownImages() {
    List<String> urls = product.images().stream().map(Product.Image::url).toList();
    String thumbnail = product.thumbnail();
    return urls.isEmpty() && thumbnail != null ? List.of(thumbnail) : urls;
  }

  /** The picture that shows a variant; empty if the product names none. */
  Optional<String> pictureOf(Variant variant) {
    return VariantPicture.of(
        variant.metadata(),
        product.metadata(),
        variant.options().stream().map(Variant.OptionValue::value).toList(),
        ownImages());
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
    if (weight != null && weight.doubleValue() >= KILOGRAM) {
      facts.put(
          text.of("product.weight"), text.of("product.kilograms", weight.doubleValue() / KILOGRAM));
    } else if (weight != null && weight.doubleValue() > 0) {
      facts.put(text.of("product.weight"), text.of("product.grams", weight));
    }
    return facts;
  }
}
