package dev.tradewind.order.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.totals.AppliedGiftCard;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderSnapshotTest {

  private static final String NOW = "2026-01-02T03:04:05.678Z";

  private final JsonObject cart =
      new JsonObject(
          """
          {
            "id": "cart_1", "region_id": "reg_1", "currency": {"code": "eur"},
            "discounts": [], "gift_cards": [{"id": "gift_1", "balance": 100, "is_disabled": false}],
            "items": [{
              "id": "item_1", "cart_id": "cart_1", "order_id": null, "title": "Mug",
              "unit_price": 1000, "quantity": 2, "includes_tax": false, "raw_discount_total": 0,
              "updated_at": "2026-01-01T00:00:00.000Z",
              "tax_lines": [{"rate": 20, "name": "default", "code": "default", "item_id": "item_1"}],
              "variant": {"id": "variant_1", "product": {"id": "prod_1"}}
            }],
            "shipping_methods": [{
              "id": "sm_1", "order_id": null, "price": 500, "shipping_option": {"id": "so_1"},
              "tax_lines": []
            }],
            "region": {"id": "reg_1", "currency_code": "eur", "countries": [], "tax_rates": []},
            "shipping_address_id": "addr_1", "shipping_address": {"id": "addr_1"},
            "billing_address_id": null, "billing_address": null, "sales_channel": {"id": "sc_1"},
            "subtotal": 2000, "discount_total": 0, "raw_discount_total": 0, "shipping_total": 500,
            "item_tax_total": 400, "shipping_tax_total": 0, "tax_total": 400,
            "gift_card_total": 100, "gift_card_tax_total": 20, "total": 2780
          }
          """);

  /** The card was taxed with 20 % when it was bought. */
  private static final TotalsInput BASKET =
      new TotalsInput(
          List.of(
              new TaxableLine(
                  "item_1",
                  1_000,
                  2,
                  false,
                  List.of(new TaxRate(BigDecimal.valueOf(20), "default", "default")),
                  false)),
          List.of(new TaxableMethod("sm_1", 500, false, List.of())),
          null,
          false,
          List.of(new AppliedGiftCard("gift_1", 100, BigDecimal.valueOf(20), null)),
          true,
          true);

  private final JsonObject snapshot =
      OrderSnapshot.of(
          new PlaceOrderRequest(
              "cart_1", 3, cart, new JsonObject().put("id", "cus_1"), BASKET, null, null),
          "order_1",
          NOW);

  @Test
  void linesKeepTheirIdsAndBelongToTheOrder() {
    JsonObject item = snapshot.getJsonArray("items").getJsonObject(0);

    assertThat(item.getString("id")).isEqualTo("item_1");
    assertThat(item.getString("cart_id")).isEqualTo("cart_1");
    assertThat(item.getString("order_id")).isEqualTo("order_1");
    assertThat(item.getString("updated_at")).isEqualTo(NOW);
    assertThat(item.getLong("refundable")).isEqualTo(2_400);
  }

  @Test
  void taxLinesAreKeptWithIdsOfTheirOwn() {
    JsonObject taxLine =
        snapshot.getJsonArray("items").getJsonObject(0).getJsonArray("tax_lines").getJsonObject(0);

    assertThat(taxLine.getString("id")).startsWith("litl_");
    assertThat(taxLine.getString("created_at")).isEqualTo(NOW);
    assertThat(taxLine.getInteger("rate")).isEqualTo(20);
    assertThat(taxLine.containsKey("metadata")).isTrue();
  }

  @Test
  void theVariantIsKeptWithoutItsProductAndTheRegionWithoutItsRelations() {
    assertThat(
            snapshot.getJsonArray("items").getJsonObject(0).getJsonObject("variant").fieldNames())
        .containsExactly("id");
    assertThat(snapshot.getJsonObject("region").fieldNames())
        .containsExactlyInAnyOrder("id", "currency_code");
    assertThat(snapshot.getJsonObject("currency").getString("code")).isEqualTo("eur");
  }

  @Test
  void theTaxOfAnOrderIsWithoutTheTaxThatGiftCardsPaid() {
    JsonObject totals = snapshot.getJsonObject("totals");

    assertThat(totals.getLong("tax_total")).isEqualTo(380);
    assertThat(totals.getLong("total")).isEqualTo(2_780);
  }

  @Test
  void theCardIsShownAsItIsAfterItHasPaid() {
    JsonObject card = snapshot.getJsonArray("gift_cards").getJsonObject(0);
    JsonObject transaction = snapshot.getJsonArray("gift_card_transactions").getJsonObject(0);

    assertThat(card.getLong("balance")).isZero();
    assertThat(card.getBoolean("is_disabled")).isTrue();
    assertThat(transaction.getString("id")).startsWith("gct_");
    assertThat(transaction.getLong("amount")).isEqualTo(100);
    assertThat(transaction.getBoolean("is_taxable")).isTrue();
    assertThat(OrderGiftCards.parse(snapshot.getJsonArray("gift_card_transactions")))
        .containsExactly(
            new GiftCardTransaction("gift_1", 100, true, BigDecimal.valueOf(20), null));
  }

  @Test
  void theBasketIsKeptAndOrdersWithoutOneAreReadFromTheirLines() {
    assertThat(OrderTotalsInput.of(snapshot)).isEqualTo(BASKET);

    JsonObject older = snapshot.copy();
    older.remove("basket");
    older.getJsonArray("shipping_methods").getJsonObject(0).put("includes_tax", false);
    assertThat(OrderTotalsInput.of(older).lines()).isEqualTo(BASKET.lines());
    assertThat(OrderTotalsInput.of(older).methods()).isEqualTo(BASKET.methods());
  }

  @Test
  void theCartItselfIsNotTouched() {
    assertThat(cart.getJsonArray("items").getJsonObject(0).getString("order_id")).isNull();
    assertThat(cart.getJsonObject("region").containsKey("countries")).isTrue();
  }

  @Test
  void aCompletionShowsTheOrderWithoutShippingOptions() {
    Order order =
        new Order(
            new JsonObject().put("id", "order_1"),
            snapshot,
            new JsonArray().add(new JsonObject().put("amount", 2_780).put("amount_refunded", 80)),
            new JsonArray());

    JsonObject completion = OrderView.completion(order);

    assertThat(completion.getString("type")).isEqualTo("order");
    JsonObject data = completion.getJsonObject("data");
    assertThat(
            data.getJsonArray("shipping_methods").getJsonObject(0).containsKey("shipping_option"))
        .isFalse();
    assertThat(data.getLong("paid_total")).isEqualTo(2_780);
    assertThat(data.getLong("refunded_total")).isEqualTo(80);
    assertThat(data.getLong("refundable_amount")).isEqualTo(2_700);
    assertThat(data.getJsonArray("swaps")).isEmpty();
    assertThat(data.fieldNames()).doesNotContain("draft_order", "returns", "customer");
  }
}
