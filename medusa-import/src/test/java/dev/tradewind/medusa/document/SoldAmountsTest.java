package dev.tradewind.medusa.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.OrderTotals;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoldAmountsTest {

  private static final JsonObject REGION = new JsonObject().put("gift_cards_taxable", true);

  private static JsonObject line(String id, long price, long quantity, double adjustment) {
    JsonObject line =
        new JsonObject()
            .put("id", id)
            .put("unit_price", price)
            .put("quantity", quantity)
            .put("includes_tax", false)
            .put("tax_lines", rates(20));
    return adjustment == 0
        ? line
        : line.put(
            "adjustments",
            new JsonArray()
                .add(new JsonObject().put("discount_id", "disc_1").put("amount", adjustment)));
  }

  private static JsonArray rates(double... percents) {
    JsonArray rates = new JsonArray();
    Arrays.stream(percents)
        .forEach(percent ->
            rates.add(new JsonObject().put("rate", percent).put("name", "VAT").put("code", "vat")));
    return rates;
  }

  private static List<JsonObject> discount(String type, long value, String allocation) {
    return List.of(
        new JsonObject()
            .put("id", "disc_1")
            .put(
                "rule",
                new JsonObject()
                    .put("type", type)
                    .put("value", value)
                    .put("allocation", allocation)));
  }

  private static SoldAmounts sold(List<JsonObject> discounts, JsonObject... lines) {
    return SoldAmounts.of(List.of(lines), List.of(), discounts, REGION, null);
  }

  @Test
  void theRuleOfTheDiscountIsTheOneThatGivesTheRecordedAdjustments() {
    SoldAmounts amounts =
        sold(
            discount("percentage", 10, "item"),
            line("item_1", 1_000, 2, 200),
            line("item_2", 555, 1, 56));

    assertThat(amounts.input().discount()).isEqualTo(new LineDiscount.Percentage("disc_1", 10));
    assertThat(amounts.totals().discountTotal()).isEqualTo(256);
    assertThat(amounts.line("item_1").total()).isEqualTo(2_160);
    assertThat(amounts.correction()).isZero();
  }

  @Test
  void aRuleThatChangedAfterTheSaleIsFoundFromTheAdjustments() {
    List<JsonObject> changed = discount("percentage", 50, "item");

    assertThat(sold(changed, line("item_1", 1_000, 2, 200)).input().discount())
        .isEqualTo(new LineDiscount.Percentage("disc_1", 10));
    assertThat(
            sold(changed, line("item_1", 1_234, 2, 14), line("item_2", 99, 1, 7))
                .input()
                .discount())
        .isEqualTo(new LineDiscount.FixedPerUnit("disc_1", 7));
    assertThat(
            sold(
                    changed,
                    line("item_1", 1_000, 1, 66.66666666666667),
                    line("item_2", 500, 1, 33.333333333333336))
                .input()
                .discount())
        .isEqualTo(new LineDiscount.FixedTotal("disc_1", 100));
  }

  @Test
  void linesWithoutAnAdjustmentAreNotDiscounted() {
    SoldAmounts amounts =
        sold(
            discount("percentage", 10, "item"),
            line("item_1", 1_000, 1, 100),
            line("item_2", 1_000, 1, 0));

    assertThat(amounts.line("item_2").discountTotal()).isZero();
    assertThat(amounts.totals().discountTotal()).isEqualTo(100);
  }

  @Test
  void adjustmentsThatNoRuleGivesKeepTheTotalOfTheOrder() {
    SoldAmounts amounts =
        sold(
            discount("percentage", 10, "item"),
            line("item_1", 1_000, 1, 500),
            line("item_2", 1_000, 1, 3));
    OrderTotals totals = OrderTotals.of(amounts.input(), List.of(), 0, 0);

    assertThat(amounts.totals(totals).getLong("discount_total")).isEqualTo(503);
  }

  @Test
  void anOrderOfAnOldVersionHasOneTaxRate() {
    JsonObject line = line("item_1", 1_000, 1, 0).putNull("tax_lines");

    SoldAmounts amounts = SoldAmounts.of(List.of(line), List.of(), List.of(), REGION, 12.5);

    assertThat(amounts.totals().taxTotal()).isEqualTo(125);
  }

  @Test
  void freeShippingWaivesThePriceOfTheMethods() {
    JsonObject method =
        new JsonObject()
            .put("id", "sm_1")
            .put("price", 500)
            .put("includes_tax", false)
            .put("tax_lines", rates(20));

    SoldAmounts amounts =
        SoldAmounts.of(
            List.of(line("item_1", 1_000, 1, 0)),
            List.of(method),
            discount("free_shipping", 0, "total"),
            REGION,
            null);

    assertThat(amounts.totals().shippingTotal()).isZero();
    assertThat(amounts.method("sm_1").originalTotal()).isEqualTo(600);
  }
}
