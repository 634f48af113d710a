package dev.tradewind.model.totals;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.numbers.fraction.BigFraction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CartTotalsTest {

  /** Where the recorded amounts are an artefact or a defect: the right ones, and why. */
  private static final Map<String, JsonObject> RIGHT_VALUES =
      Map.of(
          // 17.5 % of 180 is 31.5; binary floating point falls just below the half.
          "fp-tax-17.5-of-180",
          amounts(180, 32, 0, 0).put("items", item("a", 180, 32, 212)),
          // 12 % inside 14 is exactly 1.5, so 2 are taken out, and 12 % of 12 is 1.
          "fp-incl-12-of-14",
          amounts(13, 1, 0, 0).put("items", item("a", 13, 1, 14)),
          // Without taxes computed, an inclusive line costs what it costs, not nothing.
          "no-auto-taxes-incl",
          amounts(2400, 0, 600, 0).put("items", item("a", 2400, 0, 2400)),
          // Two rates inside one price are taken out together: 30 % inside 1000 is 231.
          "incl-shipping-two-rates",
          amounts(1000, 0, 769, 231).put("shipping_methods", item("s", 769, 231, 1000)));

  @ParameterizedTest
  @MethodSource("cases")
  void aCartCostsWhatWasRecorded(TotalsCase recorded) {
    JsonObject expected =
        recorded
            .expected()
            .getJsonObject("cart")
            .copy()
            .mergeIn(RIGHT_VALUES.getOrDefault(recorded.name(), new JsonObject()), true);

    assertShown(recorded.totals(recorded.automaticTaxes()), expected);
  }

  @ParameterizedTest
  @MethodSource("casesWithTaxesOnRequest")
  void taxesOnRequestAreWhatWasRecorded(TotalsCase recorded) {
    assertShown(
        recorded.totals(true), recorded.expected().getJsonObject("cart_after_tax_calculation"));
  }

  @ParameterizedTest
  @CsvSource({
    "100, 12.5, 1, 13",
    "100, 12.5, 3, 38",
    "180, 17.5, 1, 32",
    "0, 20, 5, 0",
    "7, 0, 1, 0",
    "1999, 8.875, 1, 177",
    "1, 50, 1, 1",
    "9007199254740993, 10, 1, 900719925474099"
  })
  void taxIsRoundedOncePerLineHalvesUp(long price, BigDecimal percent, long quantity, long tax) {
    LineTotals line = LineTotals.of(line(price, quantity, false, percent, BigFraction.ZERO));

    assertThat(line.taxTotal()).isEqualTo(tax);
    assertThat(line.total()).isEqualTo(price * quantity + tax);
  }

  @Test
  void theTaxBaseIsReducedByTheUnroundedAdjustment() {
    BigFraction third = BigFraction.of(100, 3);
    List<TaxableLine> lines =
        Stream.of("a", "b", "c")
            .map(id ->
                new TaxableLine(id, 1000, 1, false, List.of(rate(BigDecimal.valueOf(20))), third))
            .toList();

    CartTotals totals = CartTotals.of(lines, List.of());

    assertThat(totals.discountTotal()).isEqualTo(100);
    assertThat(totals.line("a").discountTotal()).isEqualTo(33);
    assertThat(totals.taxTotal()).isEqualTo(579);
    assertThat(totals.total()).isEqualTo(3479);
  }

  @Test
  void anEmptyCartCostsNothing() {
    assertThat(CartTotals.of(List.of(), List.of()).total()).isZero();
  }

  @Test
  void equalRatesAreEqualHoweverTheyAreWritten() {
    assertThat(rate(new BigDecimal("20.0"))).isEqualTo(rate(new BigDecimal("2E+1")));
    assertThat(rate(new BigDecimal("2E+1")).percent().toString()).isEqualTo("20");
  }

  static Stream<TotalsCase> cases() {
    return recorded().filter(recorded -> !recorded.needsDiscountOrGiftCard());
  }

  static Stream<TotalsCase> casesWithTaxesOnRequest() {
    return cases()
        .filter(recorded -> recorded.expected().containsKey("cart_after_tax_calculation"));
  }

  private static Stream<TotalsCase> recorded() {
    try (InputStream file = CartTotalsTest.class.getResourceAsStream("/totals/totals-cases.json")) {
      JsonObject document =
          new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()));
      return document.getJsonArray("cases").stream()
          .map(JsonObject.class::cast)
          .map(recorded ->
              new TotalsCase(
                  recorded.getString("name"),
                  recorded.getJsonObject("input"),
                  recorded.getJsonObject("expected")));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void assertShown(CartTotals totals, JsonObject expected) {
    assertThat(totals.subtotal()).as("subtotal").isEqualTo(expected.getLong("subtotal"));
    assertThat(totals.itemTaxTotal()).isEqualTo(expected.getLong("item_tax_total"));
    assertThat(totals.shippingTotal()).isEqualTo(expected.getLong("shipping_total"));
    assertThat(totals.shippingTaxTotal()).isEqualTo(expected.getLong("shipping_tax_total"));
    assertThat(totals.taxTotal()).isEqualTo(expected.getLong("tax_total"));
    assertThat(totals.discountTotal()).isEqualTo(expected.getLong("discount_total"));
    assertThat(totals.total()).as("total").isEqualTo(expected.getLong("total"));
    JsonObject items = expected.getJsonObject("items");
    items.fieldNames().forEach(key -> assertLine(totals.line(key), items.getJsonObject(key)));
    JsonObject methods = expected.getJsonObject("shipping_methods");
    methods
        .fieldNames()
        .forEach(key -> assertMethod(totals.method(key), methods.getJsonObject(key)));
  }

  private static void assertLine(LineTotals line, JsonObject expected) {
    assertThat(line.subtotal()).isEqualTo(expected.getLong("subtotal"));
    assertThat(line.taxTotal()).isEqualTo(expected.getLong("tax_total"));
    assertThat(line.total()).isEqualTo(expected.getLong("total"));
    assertThat(line.originalTotal()).isEqualTo(expected.getLong("original_total"));
    assertThat(line.originalTaxTotal()).isEqualTo(expected.getLong("original_tax_total"));
  }

  private static void assertMethod(MethodTotals method, JsonObject expected) {
    assertThat(method.subtotal()).isEqualTo(expected.getLong("subtotal"));
    assertThat(method.taxTotal()).isEqualTo(expected.getLong("tax_total"));
    assertThat(method.total()).isEqualTo(expected.getLong("total"));
    assertThat(method.originalTotal()).isEqualTo(expected.getLong("original_total"));
    assertThat(method.originalTaxTotal()).isEqualTo(expected.getLong("original_tax_total"));
  }

  private static JsonObject amounts(long subtotal, long itemTax, long shipping, long shippingTax) {
    return new JsonObject()
        .put("subtotal", subtotal)
        .put("item_tax_total", itemTax)
        .put("shipping_total", shipping)
        .put("shipping_tax_total", shippingTax)
        .put("tax_total", itemTax + shippingTax)
        .put("total", subtotal + itemTax + shipping + shippingTax);
  }

  private static JsonObject item(String key, long subtotal, long tax, long total) {
    return new JsonObject()
        .put(
            key,
            new JsonObject()
                .put("subtotal", subtotal)
                .put("tax_total", tax)
                .put("total", total)
                .put("original_total", total)
                .put("original_tax_total", tax));
  }

  private static TaxableLine line(
      long price, long quantity, boolean includesTax, BigDecimal percent, BigFraction adjustment) {
    return new TaxableLine("a", price, quantity, includesTax, List.of(rate(percent)), adjustment);
  }

  private static TaxRate rate(BigDecimal percent) {
    return new TaxRate(percent, "default", "default");
  }
}
