package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.catalog.VariantQuoteBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Variants that shoppers may buy, and the quotes by which carts choose them. */
class VariantSelectionTest {

  private static JsonObject product(String status, boolean inSalesChannel) {
    return new JsonObject()
        .put("id", "prod_1")
        .put("status", status)
        .put("tag_ids", new JsonArray().add("tag_1"))
        .put("in_sales_channel", inSalesChannel);
  }

  private static JsonObject document(String id, String status, boolean inSalesChannel) {
    return new JsonObject()
        .put("id", id)
        .put("title", "Title of " + id)
        .put("product_id", "prod_1")
        .put("product", product(status, inSalesChannel));
  }

  /**
   * Quotes of {@code id x quantity} with words: draft, elsewhere (in another channel), unpriced,
   * short.
   */
  private static List<VariantQuote> quotes(String given) {
    return Arrays.stream(given.split(", ")).map(VariantSelectionTest::quote).toList();
  }

  private static VariantQuote quote(String given) {
    List<String> words = List.of(given.split(" "));
    boolean inSalesChannel = !words.contains("elsewhere");
    return VariantQuoteBuilder.builder()
        .variantId(words.get(0))
        .quantity(Integer.parseInt(words.get(1)))
        .variant(
            document(words.get(0), words.contains("draft") ? "draft" : "published", inSalesChannel))
        .unitPrice(words.contains("unpriced") ? null : 500L)
        .inSalesChannel(inSalesChannel)
        .inStock(!words.contains("short"))
        .fromQuantity(1)
        .toQuantity(9)
        .build();
  }

  private static List<QuoteRequest.Item> items(String given) {
    return Arrays.stream(given.split(", "))
        .map(item -> item.split(" "))
        .map(item -> new QuoteRequest.Item(item[0], Integer.parseInt(item[1])))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "published, true, true",
    "published, false, false",
    "draft, true, false",
    "draft, false, false",
    "proposed, true, false",
    "rejected, true, false",
  })
  void aVariantIsOnSaleIfItsProductIsPublishedInTheChannel(
      String status, boolean inSalesChannel, boolean isOnSale) {
    CatalogVariant variant = CatalogVariant.of(document("v1", status, inSalesChannel));

    assertThat(variant.isOnSale()).isEqualTo(isOnSale);
    assertThat(VariantReferences.offSale(Map.of("v1", variant)).contains("v1"))
        .isEqualTo(!isOnSale);
    assertThat(variant.tagIds()).containsExactly("tag_1");
    assertThat(variant.product().fieldNames()).containsExactly("id", "status");
  }

  /** Why a shopper may not add the items; absent if all may be added. */
  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          v1 1        | v1 1                      |
          v1 1, v2 3  | v2 3, v1 1                |
          v1 1, v1 1  | v1 1                      |
          v1 2        | v1 1                      | some variant has not been found: v1
          v1 1, v2 1  | v1 1                      | some variant has not been found: v2
          v1 1, v2 1  | v3 1                      | some variant has not been found: v1, v2
          v1 1, v1 2  | v3 1                      | some variant has not been found: v1
          v1 1        | v1 1 draft                | some variant has not been found: v1
          v1 1        | v1 1 elsewhere            | some variant has not been found: v1
          v1 1        | v1 1 draft short unpriced | some variant has not been found: v1
          v1 1        | v1 1 unpriced             | Cannot generate line item for variant "Title of v1" without a price
          v1 1, v2 1  | v1 1, v2 1 unpriced       | Cannot generate line item for variant "Title of v2" without a price
          v1 1        | v1 1 unpriced short       | Cannot generate line item for variant "Title of v1" without a price
          v1 1        | v1 1 short                | Variant with id: v1 does not have the required inventory
          v1 1, v2 1  | v1 1, v2 1 short          | Variant with id: v2 does not have the required inventory
          """)
  void itemsAreAddedIfTheyAreOnSaleWithAPriceAndInStock(
      String requested, String quoted, @Nullable String refusal) {
    List<QuoteRequest.Item> items = items(requested);
    List<VariantQuote> quotes = quotes(quoted);

    if (refusal == null) {
      assertThatNoException().isThrownBy(() -> VariantQuoteService.requireAddable(items, quotes));
    } else {
      assertThatThrownBy(() -> VariantQuoteService.requireAddable(items, quotes))
          .hasMessageContaining(refusal);
    }
  }

  @ParameterizedTest(name = "{0} {1} of {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          v1 | 1 | v1 1             | 0
          v1 | 2 | v1 1, v1 2       | 1
          v2 | 1 | v1 1, v2 1       | 1
          v1 | 1 | v1 1, v1 1 short | 0
          v1 | 3 | v1 1, v1 2       | -1
          v9 | 1 | v1 1             | -1
             | 1 | v1 1             | -1
          """)
  void aQuoteIsFoundByVariantAndQuantity(
      @Nullable String variantId, int quantity, String quoted, int position) {
    List<VariantQuote> quotes = quotes(quoted);

    assertThat(
            VariantQuoteService.find(quotes, variantId, quantity).map(quotes::indexOf).orElse(-1))
        .isEqualTo(position);
  }
}
