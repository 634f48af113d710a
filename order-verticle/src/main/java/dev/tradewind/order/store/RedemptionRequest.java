package dev.tradewind.order.store;

import dev.tradewind.api.discount.GiftCardCode;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.GiftCardCharge;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.totals.Fraction;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Redemption of discounts and gift cards by an order, as the parameter of {@code place_order}. */
public final class RedemptionRequest {

  private static final Ids CARD_IDS = Ids.of("gift");

  private RedemptionRequest() {}

  /**
   * {@code {discount_ids, charges, cards}}: redeemed discounts, charges of gift cards, and cards
   * bought.
   */
  public static JsonObject of(PlaceOrderRequest request, Order order) {
    JsonArray discountIds = new JsonArray();
    order.snapshot().discounts().forEach(discount -> discountIds.add(discount.id()));
    return new JsonObject()
        .put("discount_ids", discountIds)
        .put("charges", charges(order.snapshot()))
        .put("cards", bought(request, order));
  }

  private static JsonArray charges(OrderSnapshot snapshot) {
    JsonArray charges = new JsonArray();
    for (GiftCardCharge charge : snapshot.giftCardCharges()) {
      charges.add(
          new JsonObject()
              .put("id", charge.giftCardId())
              .put("transaction_id", charge.id())
              .put("amount", charge.amount())
              .put("is_taxable", charge.isTaxable())
              .put("tax_rate", charge.taxRate()));
    }
    return charges;
  }

  /** One gift card per unit of a gift card line item, with the net unit price as its value. */
  private static JsonArray bought(PlaceOrderRequest request, Order order) {
    JsonArray cards = new JsonArray();
    for (OrderLine line : order.snapshot().lines()) {
      if (!line.details().isGiftcard()) {
        continue;
      }
      long value = Fraction.of(line.amounts().subtotal(), line.quantity()).round();
      for (long unit = 0; unit < line.quantity(); unit++) {
        cards.add(
            new JsonObject()
                .put("id", CARD_IDS.next())
                .put("code", GiftCardCode.next())
                .put("value", value)
                .put("region_id", order.regionId())
                .put("order_display_id", order.displayId())
                .put("tax_rate", taxRate(request, line))
                .put("metadata", line.details().metadata()));
      }
    }
    return cards;
  }

  /**
   * Absent if the region does not tax gift cards; else the rate of the line item, else of the
   * region.
   */
  private static @Nullable BigDecimal taxRate(PlaceOrderRequest request, OrderLine line) {
    if (!request.totalsInput().giftCardsTaxable()) {
      return null;
    }
    if (line.taxLines().isEmpty()) {
      return request.region().taxRate();
    }
    return line.taxRates().stream().map(TaxRate::percent).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
