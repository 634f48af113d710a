package dev.tradewind.order.swap;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.cart.PreparedSwapCart;
import dev.tradewind.api.cart.SwapCartRequest;
import dev.tradewind.api.cart.SwapCartRequestBuilder;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.order.line.LineAdjustment;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.returns.PartReturns;
import dev.tradewind.order.returns.ReturnRules.Units;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of the cart of a swap, from its order, and additional line items of the prepared cart.
 */
final class SwapCartContent {

  private SwapCartContent() {}

  static SwapCartRequest of(
      String swapId, Order order, SwapRequest requested, PartReturns.Prepared returned) {
    String channelId = requested.salesChannelId();
    return SwapCartRequestBuilder.builder()
        .swapId(swapId)
        .orderId(order.id())
        .customerId(order.customerId())
        .email(order.email())
        .regionId(order.regionId())
        .salesChannelId(channelId == null ? order.salesChannelId() : channelId)
        .billingAddress(address(order.snapshot().billingAddress()))
        .shippingAddress(address(order.snapshot().shippingAddress()))
        .discountIds(discountIds(order))
        .additionalItems(requested.additionalItems())
        .returnedUnits(returned.units().stream().map(units -> returned(order, units)).toList())
        .returnShipping(returned.method().map(SwapCartContent::shipping).orElse(null))
        .customOptions(requested.customOptions())
        .build();
  }

  private static @Nullable JsonObject address(@Nullable Address address) {
    return address == null ? null : address.toJson();
  }

  /** Discounts of the order that apply to a swap: free shipping does not. */
  private static List<String> discountIds(Order order) {
    return order.snapshot().discounts().stream()
        .map(ResourceDocument::json)
        .filter(
            discount -> !"free_shipping".equals(discount.getJsonObject("rule").getString("type")))
        .map(discount -> discount.getString("id"))
        .toList();
  }

  private static SwapCartRequest.ReturnedUnits returned(Order order, Units units) {
    OrderLine line = order.findLine(units.lineId()).orElseThrow();
    return new SwapCartRequest.ReturnedUnits(
        line.details().title(),
        line.details().thumbnail(),
        line.variantId(),
        line.unitPrice(),
        Math.toIntExact(units.quantity()),
        line.includesTax(),
        rates(line.taxRates()),
        line.discountOf(units.quantity()).toString(),
        line.adjustments().stream().map(LineAdjustment::discountId).findFirst().orElse(null));
  }

  private static SwapCartRequest.ReturnShipping shipping(OrderShippingMethod method) {
    return new SwapCartRequest.ReturnShipping(
        method.price(), method.includesTax(), rates(method.taxRates()));
  }

  private static JsonArray rates(List<TaxRate> rates) {
    JsonArray written = new JsonArray();
    rates.forEach(rate ->
        written.add(
            new JsonObject()
                .put("rate", rate.percent())
                .put("name", rate.name())
                .put("code", rate.code())));
    return written;
  }

  /**
   * Additional line items of the prepared cart; their tax lines are stored once it is completed. A
   * cart without a discount may come without the input of its totals.
   */
  static List<OrderLine> lines(PreparedSwapCart prepared, Instant now) {
    List<PreparedSwapCart.Line> items = prepared.lines();
    TotalsInput input =
        prepared.totalsInput() == null
            ? TotalsInput.of(items.stream().map(SwapCartContent::untaxed).toList(), List.of())
            : prepared.totalsInput();
    CartTotals totals = CartTotals.of(input);
    return items.stream()
        .map(item -> {
          TaxableLine line = untaxed(item);
          return OrderLine.sold(
              item.details(), line, totals.line(line.id()), input.discount(), now);
        })
        .toList();
  }

  private static TaxableLine untaxed(PreparedSwapCart.Line item) {
    return new TaxableLine(
        item.details().id(),
        item.unitPrice(),
        item.quantity(),
        item.includesTax(),
        List.of(),
        false);
  }
}
