package dev.tradewind.storefront.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProductViewTest {

  private static final String URL = "https://shop.example/products/shirt";
  private static final Language TEXT = ShopDesign.DEFAULT.defaultLanguage();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          1000 | 1000 | true  | false | 50 | €10.00                  | -      | In stock
          800  | 1000 | true  | false | 9  | €8.00                   | €10.00 | Only 9 left
          800  | 1000 | true  | false | 0  | €8.00                   | €10.00 | Sold out
          1000 | 1000 | true  | true  | 0  | €10.00                  | -      | In stock
          1000 | 1000 | false | false | 0  | €10.00                  | -      | In stock
          -    | -    | true  | false | 5  | Not sold in this region | -      | ''
          """)
  void anOfferShowsPriceAndStock(
      Long price,
      Long original,
      boolean isManaged,
      boolean allowsBackorder,
      int quantity,
      String shownPrice,
      String shownOriginal,
      String stock) {
    JsonObject variant =
        variant("S", price, quantity)
            .put("original_price_incl_tax", original)
            .put("manage_inventory", isManaged)
            .put("allow_backorder", allowsBackorder);

    ProductOffer.Offer offer = view(variant).offer("", null).offer();

    assertThat(offer.price()).isEqualTo(shownPrice);
    assertThat(offer.original()).isEqualTo(shownOriginal);
    assertThat(offer.stock()).isEqualTo(stock);
  }

  @Test
  void optionsShowWhatIsSoldOutAndChooseWhatIsNot() {
    ProductView product = view(variant("S", 900L, 0), variant("M", 900L, 3), variant("L", 900L, 0));

    assertThat(product.offer("", null).options())
        .singleElement()
        .satisfies(option ->
            assertThat(option.values())
                .containsExactly(
                    new ProductOffer.Value("S", false, false),
                    new ProductOffer.Value("M", true, true),
                    new ProductOffer.Value("L", false, false)));
  }

  @Test
  void aVariantIsFoundByItsOptions() {
    ProductView product = view(variant("S", 900L, 1), variant("M", 950L, 1));

    assertThat(product.variant(Map.of("opt_size", "M")))
        .hasValueSatisfying(found -> assertThat(found.id()).isEqualTo("variant_M"));
    assertThat(product.variant(Map.of("opt_size", "XL"))).isEmpty();
    assertThat(product.variant(Map.of())).isEmpty();
    assertThat(view(variant("S", 900L, 1)).variant(Map.of())).isPresent();
  }

  @Test
  void aCardShowsTheLowestPriceOfSeveral() {
    ProductCard several = view(variant("S", 900L, 1), variant("M", 950L, 1)).card();
    ProductCard soldOut = view(variant("S", 900L, 0)).card();

    assertThat(several.price()).isEqualTo("from €9.00");
    assertThat(several.soldOut()).isFalse();
    assertThat(soldOut.price()).isEqualTo("€9.00");
    assertThat(soldOut.soldOut()).isTrue();
    assertThat(view(variant("S", null, 1)).card().price()).isEqualTo("Not sold in this region");
  }

  @Test
  void theDescriptionForSearchEnginesEndsNoScript() {
    JsonObject product =
        product(variant("S", 900L, 1)).put("title", "</script><script>alert(1)</script>");

    String json = details(viewOf(product), "").jsonLd();

    assertThat(json).doesNotContain("<");
    assertThat(graph(json, 0).getString("name")).isEqualTo("</script><script>alert(1)</script>");
  }

  @Test
  void searchEnginesReadAnOfferOfEachVariant() {
    JsonObject small =
        variant("S", 900L, 1)
            .put("sku", "SHIRT-S")
            .put("ean", "4098000000101")
            .put("metadata", new JsonObject().put("thumbnail", "https://a/s.jpg"));
    JsonObject product =
        product(small, variant("M", 950L, 0), variant("L", null, 5))
            .put("metadata", new JsonObject().put("brand", "Harbour"))
            .put("description", "<p>Of <b>linen</b></p>");

    String json = details(viewOf(product), "").jsonLd();

    JsonObject group = graph(json, 0);
    assertThat(group.getString("@type")).isEqualTo("ProductGroup");
    assertThat(group.getString("productGroupID")).isEqualTo("prod_1");
    assertThat(group.getString("description")).isEqualTo("Of linen");
    assertThat(group.getJsonObject("brand").getString("name")).isEqualTo("Harbour");
    assertThat(group.getJsonArray("variesBy")).containsExactly("https://schema.org/size");
    JsonArray variants = group.getJsonArray("hasVariant");
    assertThat(variants).hasSize(3);
    assertThat(variants.getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("@type", "Product")
                .put("url", URL + "?variant=variant_S")
                .put("name", "Shirt, S")
                .put("size", "S")
                .put("image", "https://a/s.jpg")
                .put("sku", "SHIRT-S")
                .put("gtin", "4098000000101")
                .put(
                    "offers",
                    new JsonObject()
                        .put("@type", "Offer")
                        .put("url", URL + "?variant=variant_S")
                        .put("price", "9.00")
                        .put("priceCurrency", "EUR")
                        .put("itemCondition", "https://schema.org/NewCondition")
                        .put("availability", "https://schema.org/InStock")));
    assertThat(variants.getJsonObject(1).getJsonObject("offers").getString("availability"))
        .isEqualTo("https://schema.org/OutOfStock");
    assertThat(variants.getJsonObject(2).containsKey("offers")).isFalse();
    JsonObject crumbs = graph(json, 1);
    assertThat(crumbs.getString("@type")).isEqualTo("BreadcrumbList");
    assertThat(crumbs.getJsonArray("itemListElement").getJsonObject(1))
        .isEqualTo(
            new JsonObject()
                .put("@type", "ListItem")
                .put("position", 2)
                .put("name", "Shirt")
                .put("item", URL));
  }

  @Test
  void aProductWithOneVariantIsNoGroup() {
    JsonObject product = graph(details(view(variant("S", 900L, 1)), "").jsonLd(), 0);

    assertThat(product.getString("@type")).isEqualTo("Product");
    assertThat(product.getJsonObject("offers").getString("url")).isEqualTo(URL);
  }

  @Test
  void theChosenVariantIsShownFirstWithItsPicture() {
    JsonObject product =
        product(variant("S", 900L, 3), variant("M", 950L, 0))
            .put(
                "images",
                new JsonArray()
                    .add(new JsonObject().put("url", "https://a/1.jpg"))
                    .add(new JsonObject().put("url", "https://a/2.jpg")))
            .put("metadata", new JsonObject().put("image:M", "2"));
    ProductView view = viewOf(product);

    assertThat(view.offer("variant_M", null).offer().variant()).isEqualTo("variant_M");
    assertThat(view.offer("variant_M", null).offer().picture()).isZero();
    assertThat(details(view, "variant_M").images())
        .containsExactly("https://a/2.jpg", "https://a/1.jpg");
    assertThat(view.offer("", null).offer().variant()).isEqualTo("variant_S");
    assertThat(details(view, "").images()).containsExactly("https://a/1.jpg", "https://a/2.jpg");
    assertThat(view.offer("variant_of_another", null).offer().variant()).isEqualTo("variant_S");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "900, 3, true, Add to cart",
        "900, 0, false, Sold out",
        "-, 3, false, Not available",
        "-, 0, false, Not available"
      })
  void aButtonSaysWhyAVariantCannotBeBought(
      Long price, int stock, boolean isBuyable, String action) {
    ProductOffer offer = view(variant("S", price, stock)).offer("", null);

    assertThat(offer.isBuyable()).isEqualTo(isBuyable);
    assertThat(offer.offer().isBuyable()).isEqualTo(isBuyable);
    assertThat(offer.offer().action()).isEqualTo(action);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"750, 1000, 25", "999, 1000, -", "1, 3, 66", "1000, 1000, -", "1200, 1000, -"})
  void aSaleSaysWhatItSaves(long price, long original, Integer saving) {
    JsonObject variant = variant("S", price, 1).put("original_price_incl_tax", original);

    assertThat(view(variant).card().saving()).isEqualTo(saving);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"0, -", "640, 640 g", "1000, 1 kg", "68500, 68.5 kg", "-, -"})
  void aWeightIsShownInItsUnit(Integer weight, String shown) {
    ProductView view = viewOf(product(variant("S", 900L, 1)).put("weight", weight));

    assertThat(details(view, "").facts().get("Weight")).isEqualTo(shown);
  }

  private static ProductDetails details(ProductView view, String chosen) {
    return view.details(URL, "https://shop.example/", chosen);
  }

  private static JsonObject graph(String json, int number) {
    return new JsonObject(json).getJsonArray("@graph").getJsonObject(number);
  }

  private static ProductView view(JsonObject... variants) {
    return viewOf(product(variants));
  }

  private static ProductView viewOf(JsonObject product) {
    JsonObject found = new JsonObject().put("products", new JsonArray().add(product));
    return new ProductView(Answer.PRODUCTS.reader().apply(found).getFirst(), "eur", TEXT);
  }

  private static JsonObject product(JsonObject... variants) {
    return new JsonObject()
        .put("id", "prod_1")
        .put("title", "Shirt")
        .put("handle", "shirt")
        .put("images", new JsonArray())
        .put(
            "options",
            new JsonArray().add(new JsonObject().put("id", "opt_size").put("title", "Size")))
        .put("variants", new JsonArray(List.of(variants)));
  }

  private static JsonObject variant(String size, Long price, int quantity) {
    return new JsonObject()
        .put("id", "variant_" + size)
        .put("title", size)
        .put("inventory_quantity", quantity)
        .put("manage_inventory", true)
        .put("allow_backorder", false)
        .put("calculated_price_incl_tax", price)
        .put("original_price_incl_tax", price)
        .put(
            "options",
            new JsonArray().add(new JsonObject().put("option_id", "opt_size").put("value", size)));
  }
}
