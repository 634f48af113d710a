package dev.tradewind.cart.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.catalog.VariantQuoteBuilder;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.Changes;
import dev.tradewind.kernel.changelog.Changes.Change;
import dev.tradewind.kernel.changelog.LoggedKinds;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StockChangesTest {

  private static final String ID = "variant_1";
  private static final VariantReferences.Key KEY = new VariantReferences.Key("sc_1", ID);
  private static final VariantReferences.QuoteKey QUOTE =
      new VariantReferences.QuoteKey(new VariantReferences.Terms("reg_1", "sc_1", List.of()), ID);

  private final ChangeLog log =
      new ChangeLog(
          LoggedKinds.of(
              CatalogChangeKind.REGION,
              CatalogChangeKind.SALES_CHANNEL,
              CatalogChangeKind.SHIPPING_OPTION,
              CatalogChangeKind.INVENTORY,
              CatalogChangeKind.PRICE_LIST,
              CatalogChangeKind.PRODUCT_LIST,
              CatalogChangeKind.STOCK,
              CatalogChangeKind.PRODUCT));
  private final CartCaches caches = new CartCaches(log);

  @BeforeEach
  void start() {
    answer(false);
  }

  private void answer(boolean isComplete, String... changes) {
    log.apply(
        new Changes(
            "epoch",
            "1:1:",
            isComplete,
            Instant.EPOCH,
            null,
            Arrays.stream(changes).map(Change::of).toList()));
  }

  private static JsonObject document(int quantity) {
    return new JsonObject()
        .put("id", ID)
        .put("product_id", "prod_1")
        .put("inventory_quantity", quantity)
        .put("updated_at", "read")
        .put(
            "product",
            new JsonObject()
                .put("id", "prod_1")
                .put("tag_ids", List.of("tag"))
                .put("in_sales_channel", true));
  }

  private static CatalogVariant variant(int quantity) {
    return CatalogVariant.of(document(quantity));
  }

  private static VariantQuote quote(int quantity, @Nullable Long available) {
    return VariantQuoteBuilder.builder()
        .variantId(ID)
        .quantity(3)
        .variant(document(quantity))
        .unitPrice(500L)
        .inSalesChannel(true)
        .inStock(true)
        .available(available)
        .fromQuantity(1)
        .toQuantity(9)
        .build();
  }

  private @Nullable String shown() {
    CatalogVariant known = caches.variants.known(List.of(KEY)).get(KEY);
    return known == null
        ? null
        : known.document().getInteger("inventory_quantity")
            + " "
            + known.document().getString("updated_at");
  }

  @Test
  void theLastUnitThatIsSoldIsNoLongerPurchasable() {
    JsonObject located =
        document(1)
            .put("manage_inventory", true)
            .put("allow_backorder", false)
            .put("purchasable", true);
    caches.variants.put(log.position(), KEY, CatalogVariant.of(located));

    answer(true, "stock prod_1 variant_1 2 0 t2");

    CatalogVariant known = caches.variants.known(List.of(KEY)).get(KEY);
    assertThat(known.document().getBoolean("purchasable")).isFalse();
  }

  /** Changes of one answer, in the given order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "-",
      textBlock =
          """
          stock prod_1 variant_1 2 9 t2                                 ; 9 t2
          stock prod_1 variant_1 2 -1 t2                                ; -1 t2
          stock prod_1 variant_1 2 9 t2, stock prod_1 variant_1 3 8 t3  ; 8 t3
          stock prod_1 variant_1 3 8 t3, stock prod_1 variant_1 2 9 t2  ; 8 t3
          stock prod_1 variant_1 10 7 t10, stock prod_1 variant_1 9 6 t9 ; 7 t10
          stock prod_1 variant_1 2 9 t2, stock prod_1 variant_2 3 1 t3  ; 9 t2
          stock prod_1 variant_2 2 1 t2                                 ; 10 read
          stock prod_1 variant_1 2 9 t2, product prod_1                 ; -
          product prod_1, stock prod_1 variant_1 2 9 t2                 ; -
          stock prod_1 variant_1 2 9 t2, product prod_2                 ; 9 t2
          stock prod_1 variant_1 2 9 t2, later id                       ; -
          inventory                                                     ; -
          stock prod_1                                                  ; -
          stock prod_1 variant_1 2 9 t2 more                            ; -
          """)
  void aCachedVariantShowsTheStockOfTheLastSale(String changes, @Nullable String shown) {
    caches.variants.put(log.position(), KEY, variant(10));

    answer(true, changes.split(", "));

    assertThat(shown()).isEqualTo(shown);
    assertThat(shown()).isEqualTo(shown);
  }

  @Test
  void aLaterAnswerReplacesTheStock() {
    caches.variants.put(log.position(), KEY, variant(10));
    for (int sale = 2; sale < 9; sale++) {
      answer(true, "stock prod_1 variant_1 %d %d t%d".formatted(sale, 10 - sale, sale));
      assertThat(shown()).isEqualTo("%d t%d".formatted(10 - sale, sale));
    }
    // Of data that were restored meanwhile.
    answer(true, "stock prod_1 variant_1 2 99 t2");
    assertThat(shown()).isEqualTo("99 t2");
  }

  @Test
  void aVariantThatWasReadAfterTheSaleKeepsItsStock() {
    answer(true, "stock prod_1 variant_1 2 9 t2");
    caches.variants.put(log.position(), KEY, variant(100));
    assertThat(shown()).isEqualTo("100 read");

    answer(true, "product prod_2");
    assertThat(shown()).isEqualTo("100 read");
  }

  @Test
  void aVariantThatWasReadBetweenTwoSalesShowsTheSecond() {
    answer(true, "stock prod_1 variant_1 2 9 t2");
    long position = log.position();
    answer(true, "stock prod_1 variant_1 3 8 t3");
    caches.variants.put(position, KEY, variant(9));

    assertThat(shown()).isEqualTo("8 t3");
  }

  @Test
  void aRenewedVariantIsStaleAfterAChangeOfItsProduct() {
    caches.variants.put(log.position(), KEY, variant(10));
    answer(true, "stock prod_1 variant_1 2 9 t2");
    assertThat(shown()).isEqualTo("9 t2");

    answer(true, "product prod_1");
    assertThat(shown()).isNull();
  }

  @Test
  void nothingIsKnownAfterTheLogIsForgotten() {
    caches.variants.put(log.position(), KEY, variant(10));
    answer(true, "stock prod_1 variant_1 2 9 t2");
    answer(false, "stock prod_1 variant_1 3 8 t3");
    assertThat(shown()).isNull();

    caches.variants.put(log.position(), KEY, variant(50));
    assertThat(shown()).isEqualTo("50 read");
    answer(true, "stock prod_1 variant_1 1 49 t1");
    assertThat(shown()).isEqualTo("49 t1");
  }

  @Test
  void theCachedDocumentStaysAsItIs() {
    CatalogVariant cached = variant(10);
    caches.variants.put(log.position(), KEY, cached);
    answer(true, "stock prod_1 variant_1 2 9 t2");

    CatalogVariant shown = caches.variants.known(List.of(KEY)).get(KEY);
    assertThat(cached.document().getInteger("inventory_quantity")).isEqualTo(10);
    assertThat(shown.tagIds()).containsExactly("tag");
    assertThat(shown.document().encode())
        .isEqualTo(cached.document().encode().replace(":10", ":9").replace("\"read\"", "\"t2\""));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          10, 4,  4, true
          10, 3,  3, true
          10, 2,  2, false
          10, -1, -1, false
          -,  2,  -, true
          """)
  void aCachedQuoteHasTheStockOfTheLastSale(
      @Nullable Long available, int left, @Nullable Long shown, boolean isInStock) {
    caches.quotes.put(log.position(), QUOTE, quote(10, available));
    answer(true, "stock prod_1 variant_1 2 %d t2".formatted(left));

    VariantQuote renewed = caches.quotes.known(List.of(QUOTE)).get(QUOTE);
    assertThat(renewed.available()).isEqualTo(shown);
    assertThat(renewed.inStock()).isEqualTo(isInStock);
    assertThat(renewed.variant().getInteger("inventory_quantity")).isEqualTo(left);
    assertThat(renewed.unitPrice()).isEqualTo(500);
    assertThat(renewed.of(1, 3).inStock()).isEqualTo(isInStock);
  }

  @Test
  void aSaleThatWasLeftOutMakesOlderValuesUnknown() {
    StockChanges few = new StockChanges(2);
    assertThat(few.apply(1, "variant_1 2 9 t")).isTrue();
    assertThat(few.apply(2, "variant_2 2 9 t")).isTrue();
    assertThat(few.renewedVariant(variant(10), 0).document().getInteger("inventory_quantity"))
        .isEqualTo(9);
    assertThat(few.renewedVariant(variant(10), 1).document().getInteger("inventory_quantity"))
        .isEqualTo(10);

    assertThat(few.apply(3, "variant_3 2 9 t")).isTrue();
    assertThat(few.renewedVariant(variant(10), 0)).isNull();
    assertThat(few.renewedQuote(quote(10, 10L), 0)).isNull();
    assertThat(few.renewedVariant(variant(10), 1)).isNotNull();
    // A further sale of the second one lets the third be the oldest.
    assertThat(few.apply(4, "variant_2 3 8 t")).isTrue();
    assertThat(few.apply(5, "variant_4 2 9 t")).isTrue();
    assertThat(few.renewedVariant(variant(10), 2)).isNull();
    assertThat(few.renewedVariant(variant(10), 3)).isNotNull();
  }
}
