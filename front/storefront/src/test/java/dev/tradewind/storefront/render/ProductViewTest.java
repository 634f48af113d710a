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

    ProductOffer.Offer offer = view(variant).offer(null).offer();

    assertThat(offer.price()).isEqualTo(shownPrice);
    assertThat(offer.original()).isEqualTo(shownOriginal);
    assertThat(offer.stock()).isEqualTo(stock);
  }

  @Test
  void optionsShowWhatIsSoldOutAndChooseWhatIsNot() {
    ProductView product = view(variant("S", 900L, 0), variant("M", 900L, 3), variant("L", 900L, 0));

    assertThat(product.offer(null).options())
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

    String json = viewOf(product).details("https://shop.example/products/a").jsonLd();

    assertThat(json).doesNotContain("<").contains("\"price\":\"9.00\"", "schema.org/InStock");
    assertThat(new JsonObject(json).getString("name"))
        .isEqualTo("</script><script>alert(1)</script>");
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
