package dev.tradewind.order.placement;

import dev.tradewind.api.discount.GiftCardCode;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.kernel.Ids;
import dev.tradewind.order.model.Order;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an order does to discounts and gift cards, in the form of {@code place_order}. */
final class RedemptionRequest {

  private static final Ids CARD_IDS = Ids.of("gift");

  private RedemptionRequest() {}

  /**
   * {@code {discount_ids, charges, cards}}: the discounts that are used once more, what gift cards
   * pay, and the cards that were bought.
   */
  static JsonObject of(PlaceOrderRequest placement, Order order) {
    JsonArray discountIds = new JsonArray();
    for (Object discount : order.snapshot().getJsonArray("discounts")) {
      discountIds.add(((JsonObject) discount).getString("id"));
    }
    return new JsonObject()
        .put("discount_ids", discountIds)
        .put("charges", charges(order))
        .put("cards", bought(placement, order));
  }

  private static JsonArray charges(Order order) {
    JsonArray charges = new JsonArray();
    for (Object each : order.snapshot().getJsonArray("gift_card_transactions")) {
      JsonObject transaction = (JsonObject) each;
      charges.add(
          new JsonObject()
              .put("id", transaction.getString("gift_card_id"))
              .put("transaction_id", transaction.getString("id"))
              .put("amount", transaction.getLong("amount"))
              .put("is_taxable", transaction.getBoolean("is_taxable"))
              .put("tax_rate", transaction.getValue("tax_rate")));
    }
    return charges;
  }

  /** A card for every unit of a line that sells gift cards, worth what the unit costs net. */
  private static JsonArray bought(PlaceOrderRequest placement, Order order) {
    JsonArray cards = new JsonArray();
    JsonObject region = placement.cart().getJsonObject("region");
    CartTotals totals = CartTotals.of(placement.input());
    for (Object each : placement.cart().getJsonArray("items")) {
      JsonObject item = (JsonObject) each;
      if (!item.getBoolean("is_giftcard", false)) {
        continue;
      }
      String lineId = item.getString("id");
      long quantity = item.getLong("quantity");
      long value = Fraction.of(totals.line(lineId).subtotal(), quantity).round();
      for (long unit = 0; unit < quantity; unit++) {
        cards.add(
            new JsonObject()
                .put("id", CARD_IDS.next())
                .put("code", GiftCardCode.next())
                .put("value", value)
                .put("region_id", region.getString("id"))
                .put("order_display_id", order.columns().getLong("display_id"))
                .put("tax_rate", taxRate(placement.input(), lineId, region))
                .put("metadata", item.getJsonObject("metadata")));
      }
    }
    return cards;
  }

  /** None where the region does not tax cards; else that of the line, else the region's. */
  private static @Nullable Object taxRate(TotalsInput input, String lineId, JsonObject region) {
    if (!input.giftCardsTaxable()) {
      return null;
    }
    List<TaxRate> rates =
        input.lines().stream()
            .filter(line -> line.id().equals(lineId))
            .map(TaxableLine::rates)
            .findFirst()
            .orElse(List.of());
    return rates.isEmpty()
        ? region.getValue("tax_rate")
        : rates.stream().map(TaxRate::percent).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
