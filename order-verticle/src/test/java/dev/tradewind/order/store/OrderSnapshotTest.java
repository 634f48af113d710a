package dev.tradewind.order.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.order.Orders;
import dev.tradewind.order.line.LineAdjustment;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OrderSnapshotTest {

  private final OrderSnapshot snapshot =
      OrderSnapshot.of(Orders.request(Orders.TOTALS_INPUT), Orders.PLACED);
  private final JsonObject document = OrderSnapshotCodec.encode(snapshot, "order_1", "cart_1");

  private static JsonObject first(JsonObject parent, String name) {
    return parent.getJsonArray(name).getJsonObject(0);
  }

  @Test
  void isStoredInThisForm() {
    document.remove("basket");
    withoutId(document, "gift_card_transactions");
    withoutId(first(document, "items"), "tax_lines");

    assertThat(document.encode())
        .isEqualTo(
            new JsonObject(
                    """
                    {
                      "discounts": [],
                      "gift_cards": [{
                        "id": "gift_1", "balance": 0, "is_disabled": true,
                        "updated_at": "2026-01-02T03:04:05.678Z"
                      }],
                      "gift_card_transactions": [{
                        "gift_card_id": "gift_1", "order_id": "order_1", "amount": 100,
                        "created_at": "2026-01-02T03:04:05.678Z", "is_taxable": true, "tax_rate": 20
                      }],
                      "items": [{
                        "id": "item_1", "created_at": "2026-01-01T00:00:00.000Z",
                        "updated_at": "2026-01-02T03:04:05.678Z", "cart_id": "cart_1",
                        "order_id": "order_1", "swap_id": null, "claim_order_id": null,
                        "original_item_id": null, "order_edit_id": null, "title": "Mug",
                        "description": "Red", "thumbnail": null, "is_return": false,
                        "is_giftcard": false, "should_merge": true, "allow_discounts": true,
                        "has_shipping": true, "unit_price": 1000, "variant_id": "variant_1",
                        "quantity": 2, "fulfilled_quantity": null, "returned_quantity": null,
                        "shipped_quantity": null, "metadata": {}, "includes_tax": false,
                        "adjustments": [],
                        "tax_lines": [{
                          "created_at": "2026-01-02T03:04:05.678Z",
                          "updated_at": "2026-01-02T03:04:05.678Z", "rate": 20, "name": "default",
                          "code": "default", "item_id": "item_1", "metadata": null
                        }],
                        "variant": {"id": "variant_1"}, "subtotal": 2000, "discount_total": 0,
                        "total": 2400, "original_total": 2400, "original_tax_total": 400,
                        "tax_total": 400, "raw_discount_total": 0, "refundable": 2400
                      }],
                      "shipping_methods": [{
                        "id": "sm_1", "shipping_option_id": "so_1", "order_id": "order_1",
                        "claim_order_id": null, "cart_id": "cart_1", "swap_id": null,
                        "return_id": null, "price": 500, "data": {}, "includes_tax": false,
                        "shipping_option": {"id": "so_1"}, "tax_lines": [], "original_total": 500,
                        "total": 500, "subtotal": 500, "original_tax_total": 0, "tax_total": 0
                      }],
                      "region": {"id": "reg_1", "currency_code": "eur"},
                      "currency": {"code": "eur"},
                      "shipping_address_id": "addr_1",
                      "shipping_address": {
                        "id": "addr_1", "created_at": "2026-01-01T00:00:00.000Z",
                        "updated_at": "2026-01-01T00:00:00.000Z", "deleted_at": null,
                        "customer_id": null, "company": null, "first_name": null, "last_name": null,
                        "address_1": null, "address_2": null, "city": "Bonn", "country_code": null,
                        "province": null, "postal_code": null, "phone": null, "metadata": null
                      },
                      "billing_address_id": null,
                      "billing_address": null,
                      "customer": {"id": "cus_1"},
                      "sales_channel": {"id": "sc_1"},
                      "totals": {
                        "subtotal": 2000, "discount_total": 0, "raw_discount_total": 0,
                        "shipping_total": 500, "item_tax_total": 400, "shipping_tax_total": 0,
                        "gift_card_total": 100, "gift_card_tax_total": 20, "tax_total": 380,
                        "total": 2780
                      }
                    }
                    """)
                .encode());
  }

  private static void withoutId(JsonObject parent, String name) {
    first(parent, name).remove("id");
  }

  @Test
  void isReadBackAsItWasStored() {
    JsonObject stored = new JsonObject(document.encode());

    assertThat(OrderSnapshotCodec.encode(OrderSnapshotCodec.decode(stored), "order_1", "cart_1"))
        .isEqualTo(stored);
    assertThat(OrderSnapshotCodec.decode(stored).totalsInput()).isEqualTo(Orders.TOTALS_INPUT);
  }

  @Test
  void taxLinesAndTransactionsAreStoredWithTheirOwnIds() {
    assertThat(first(first(document, "items"), "tax_lines").getString("id")).startsWith("litl_");
    assertThat(snapshot.giftCardCharges())
        .allSatisfy(charge -> {
          assertThat(charge.id()).startsWith("gct_");
          assertThat(charge.transaction())
              .isEqualTo(
                  new GiftCardTransaction("gift_1", 100, true, BigDecimal.valueOf(20), null));
        });
  }

  @Test
  void aDiscountedLineHasAnAdjustmentOfTheExactAmount() {
    TotalsInput discounted =
        new TotalsInput(
            Stream.of("item_1", "item_2", "item_3")
                .map(id -> new TaxableLine(id, 1_000, 1, false, List.of(Orders.RATE), true))
                .toList(),
            List.of(new TaxableMethod("sm_1", 500, false, List.of())),
            new LineDiscount.FixedTotal("disc_1", 100),
            false,
            List.of(),
            true,
            true);

    OrderLine line = OrderSnapshot.of(Orders.request(discounted), Orders.PLACED).lines().getFirst();

    assertThat(line.adjustments())
        .containsExactly(new LineAdjustment("lia_1", "discount", "disc_1", 100 / 3.0));
    assertThat(line.amounts().rawDiscountTotal()).isEqualTo(100 / 3.0);
    assertThat(line.amounts().discountTotal()).isBetween(33L, 34L);
  }

  @Test
  void ordersWithoutAnInputOfTheirTotalsAreReadFromTheirLines() {
    JsonObject older = new JsonObject(document.encode());
    older.remove("basket");
    older.remove("gift_card_transactions");

    OrderSnapshot read = OrderSnapshotCodec.decode(older);

    assertThat(read.totalsInput().lines()).isEqualTo(Orders.TOTALS_INPUT.lines());
    assertThat(read.totalsInput().methods()).isEqualTo(Orders.TOTALS_INPUT.methods());
    assertThat(read.giftCardCharges()).isEmpty();
  }

  @Test
  void theGiftCardOfTheRequestIsNotChanged() {
    PlaceOrderRequest request = Orders.request(Orders.TOTALS_INPUT);

    OrderSnapshot.of(request, Orders.PLACED);

    assertThat(request.giftCards().getFirst().json().getLong("balance")).isEqualTo(100);
  }

  @Test
  void aPlacedOrderShowsAllItsParts() {
    JsonObject data = OrderView.placed(Orders.placed(Orders.payment(2_780, 80, null)), null);

    assertThat(first(data, "shipping_methods").containsKey("shipping_option")).isTrue();
    assertThat(data.getLong("paid_total")).isEqualTo(2_780);
    assertThat(data.getLong("refunded_total")).isEqualTo(80);
    assertThat(data.getLong("refundable_amount")).isEqualTo(2_700);
    assertThat(data.getJsonArray("swaps")).isEqualTo(new JsonArray());
    assertThat(data.fieldNames())
        .contains("draft_order", "returns", "customer", "returnable_items");
  }

  @Test
  void thePaymentStatusFollowsFromThePayments() {
    assertThat(Orders.placed().paymentStatusAfterCapture()).isEqualTo(PaymentStatus.CAPTURED);
    assertThat(Orders.placed(Orders.payment(100, 0, null)).paymentStatusAfterCapture())
        .isEqualTo(PaymentStatus.AWAITING);
    assertThat(Orders.placed(Orders.payment(100, 0, Orders.PLACED)).paymentStatusAfterCapture())
        .isEqualTo(PaymentStatus.CAPTURED);
    assertThat(
            Orders.placed(Orders.payment(100, 0, Orders.PLACED), Orders.payment(100, 0, null))
                .paymentStatusAfterCapture())
        .isEqualTo(PaymentStatus.AWAITING);
    assertThat(Orders.placed(Orders.payment(100, 0, Orders.PLACED)).paymentStatusAfterRefund())
        .isEqualTo(PaymentStatus.AWAITING);
    assertThat(Orders.placed(Orders.payment(100, 1, Orders.PLACED)).paymentStatusAfterRefund())
        .isEqualTo(PaymentStatus.PARTIALLY_REFUNDED);
    assertThat(Orders.placed(Orders.payment(100, 100, Orders.PLACED)).paymentStatusAfterRefund())
        .isEqualTo(PaymentStatus.REFUNDED);
  }
}
