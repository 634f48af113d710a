package dev.tradewind.medusa.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Amounts that a running Medusa 1.20.11 has shown for the same rows. */
class MedusaAmountsTest {

  private static final JsonObject REGION =
      new JsonObject().put("gift_cards_taxable", true).put("tax_rate", 20);

  private static JsonObject line(
      String id, long price, long quantity, boolean inclusive, double rate, Number adjustment) {
    return new JsonObject()
        .put("id", id)
        .put("unit_price", price)
        .put("quantity", quantity)
        .put("includes_tax", inclusive)
        .put("variant_id", "variant_1")
        .put("tax_lines", rates(rate))
        .put("adjustments", new JsonArray().add(new JsonObject().put("amount", adjustment)));
  }

  private static JsonArray rates(double rate) {
    return new JsonArray()
        .add(new JsonObject().put("rate", rate).put("name", "VAT").put("code", "vat"));
  }

  private static JsonObject method(long price, double rate) {
    return new JsonObject().put("id", "sm_1").put("price", price).put("tax_lines", rates(rate));
  }

  private static Sale sale(List<JsonObject> methods, JsonObject... lines) {
    return new Sale(List.of(lines), methods, List.of(), REGION, null);
  }

  private static Map<String, Long> order(Sale sale) {
    return MedusaAmounts.ofOrder(sale, List.of(), List.of());
  }

  @Test
  void thePartsOfAFixedDiscountAreRoundedOnceForTheOrder() {
    double part = 100 / 3.0;
    Map<String, Long> shown =
        order(
            sale(
                List.of(),
                line("a", 1_000, 1, false, 20, part),
                line("b", 1_000, 1, false, 20, part),
                line("c", 1_000, 1, false, 20, part)));

    assertThat(shown)
        .containsEntry("discount_total", 100L)
        .containsEntry("items[a].discount_total", 33L)
        .containsEntry("tax_total", 579L)
        .containsEntry("total", 3_479L);
  }

  @Test
  void pricesThatIncludeTaxAreShownNet() {
    assertThat(order(sale(List.of(), line("a", 1_000, 3, true, 19, 252))))
        .containsEntry("subtotal", 2_521L)
        .containsEntry("discount_total", 252L)
        .containsEntry("total", 2_700L);
  }

  @Test
  void aGiftCardPaysNetAmountsAndTheirTax() {
    Sale sale = sale(List.of(method(500, 20)), line("a", 2_000, 1, false, 20, 0));
    JsonObject transaction =
        new JsonObject().put("amount", 1_000).put("is_taxable", true).put("tax_rate", 20);

    assertThat(MedusaAmounts.ofOrder(sale, List.of(transaction), List.of()))
        .containsEntry("gift_card_total", 1_000L)
        .containsEntry("gift_card_tax_total", 200L)
        .containsEntry("tax_total", 300L)
        .containsEntry("total", 1_800L);
  }

  @Test
  void aTieThatBinaryFractionsMissIsADifferenceWithAReason() {
    Sale sale = sale(List.of(), line("a", 180, 1, false, 17.5, 0));
    JsonObject row =
        StoredAmounts.compared(
            new JsonObject(), sale, order(sale), StoredAmounts.of(SoldAmounts.of(sale).totals()));

    assertThat(row.getJsonArray(StoredAmounts.DIFFERENCES).getJsonObject(0))
        .isEqualTo(
            new JsonObject()
                .put("figure", "items[a].tax_total")
                .put("source", 31L)
                .put("target", 32L)
                .put("reason", "The source computes in binary fractions, and below zero."));
  }

  @Test
  void aSaleWithoutTaxLinesIsTaxedAnewAtTheRateOfTheRegion() {
    JsonObject line = line("a", 1_000, 1, false, 20, 0).put("tax_lines", new JsonArray());

    assertThat(order(sale(List.of(), line))).containsEntry("total", 1_200L);
    assertThat(MedusaAmounts.ofLines(sale(List.of(), line)))
        .containsEntry("items[a].total", 1_000L);
  }
}
