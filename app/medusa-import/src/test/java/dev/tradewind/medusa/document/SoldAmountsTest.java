package dev.tradewind.medusa.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.totals.LineDiscount;
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
    return SoldAmounts.of(new Sale(List.of(lines), List.of(), discounts, REGION, null));
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
  void adjustmentsThatNoRuleGivesAreKeptLineByLine() {
    JsonObject reduced = line("item_2", 2_000, 1, 50).put("tax_lines", rates(5));
    JsonObject untaxed = line("item_3", 3_000, 1, 611).put("tax_lines", rates(0));
    SoldAmounts amounts =
        sold(discount("percentage", 10, "item"), line("item_1", 1_000, 1, 137), reduced, untaxed);

    assertThat(amounts.input().discount()).isNull();
    assertThat(amounts.line("item_1").taxTotal()).isEqualTo(173);
    assertThat(amounts.line("item_2").taxTotal()).isEqualTo(98);
    assertThat(amounts.line("item_3").total()).isEqualTo(2_389);
    assertThat(amounts.totals().discountTotal()).isEqualTo(798);
    assertThat(amounts.totals().total()).isEqualTo(6_000 - 798 + 173 + 98);
  }

  @Test
  void fractionsThatAreNoSharesOfTheFixedAmountAreKeptLineByLine() {
    JsonObject first = line("item_1", 2_500, 1, 777).put("tax_lines", rates(7.7));
    JsonObject second = line("item_2", 3_712, 1, 464.2988).put("tax_lines", rates(7.7));
    SoldAmounts amounts = sold(discount("fixed", 777, "total"), first, second);

    assertThat(amounts.line("item_1").total()).isEqualTo(1_856);
    assertThat(amounts.line("item_1").taxTotal()).isEqualTo(133);
    assertThat(amounts.line("item_2").total()).isEqualTo(3_498);
    assertThat(amounts.line("item_2").taxTotal()).isEqualTo(250);
    assertThat(amounts.line("item_2").rawDiscountTotal().number()).isEqualTo(464.2988);
    assertThat(amounts.totals().discountTotal()).isEqualTo(1_241);
  }

  @Test
  void aDiscountThatWasDeletedAfterTheSaleCountsAsItWasRecorded() {
    List<JsonObject> deleted = discount("percentage", 10, "item");
    deleted.getFirst().put("deleted_at", "2024-05-01T00:00:00+00:00");

    assertThat(sold(deleted, line("item_1", 1_000, 2, 200)).totals().discountTotal())
        .isEqualTo(200);
  }

  @Test
  void adjustmentsOfDiscountsThatTheSaleDoesNotHaveDoNotCount() {
    JsonObject stale = line("item_1", 1_000, 2, 200);
    JsonArrays.objects(stale.getJsonArray("adjustments"))
        .forEach(each -> each.put("discount_id", "disc_2"));

    assertThat(sold(discount("percentage", 10, "item"), stale).totals().discountTotal()).isZero();
  }

  @Test
  void anOrderOfAnOldVersionHasOneTaxRate() {
    JsonObject line = line("item_1", 1_000, 1, 0).putNull("tax_lines");

    SoldAmounts amounts =
        SoldAmounts.of(new Sale(List.of(line), List.of(), List.of(), REGION, 12.5));

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
            new Sale(
                List.of(line("item_1", 1_000, 1, 0)),
                List.of(method),
                discount("free_shipping", 0, "total"),
                REGION,
                null));

    assertThat(amounts.totals().shippingTotal()).isZero();
    assertThat(amounts.method("sm_1").originalTotal()).isEqualTo(600);
  }
}
