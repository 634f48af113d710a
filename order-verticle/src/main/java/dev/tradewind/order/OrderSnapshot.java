package dev.tradewind.order;

import dev.tradewind.model.order.LineItemDetails;
import dev.tradewind.model.address.Address;
import dev.tradewind.model.order.OrderRegion;
import dev.tradewind.model.order.PlaceOrderRequest;
import dev.tradewind.model.order.ResourceDocument;
import dev.tradewind.model.order.ShippingMethodDetails;
import dev.tradewind.model.totals.Basket;
import dev.tradewind.model.totals.CartTotals;
import dev.tradewind.model.totals.LineDiscount;
import dev.tradewind.model.totals.OrderTotals;
import dev.tradewind.model.totals.TaxableLine;
import dev.tradewind.model.totals.TaxableMethod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a sale, taken when the order was placed: lines and shipping methods under the ids
 * they had in the cart, addresses by value, what other verticles showed of region, customer, sales
 * channel, discounts and gift cards, and the amounts. Only the addresses change afterwards.
 *
 * @param totalsInput what decided the amounts
 * @param giftCards as they were when they had paid
 */
record OrderSnapshot(
    Basket totalsInput,
    List<ResourceDocument> discounts,
    List<ResourceDocument> giftCards,
    List<GiftCardCharge> giftCardCharges,
    List<OrderLine> lines,
    List<OrderShippingMethod> shippingMethods,
    OrderRegion region,
    @Nullable Address shippingAddress,
    @Nullable Address billingAddress,
    ResourceDocument customer,
    @Nullable ResourceDocument salesChannel,
    OrderAmounts amounts) {

  OrderSnapshot {
    discounts = List.copyOf(discounts);
    giftCards = List.copyOf(giftCards);
    giftCardCharges = List.copyOf(giftCardCharges);
    lines = List.copyOf(lines);
    shippingMethods = List.copyOf(shippingMethods);
  }

  static OrderSnapshot of(PlaceOrderRequest request, Instant placedAt) {
    Basket input = request.totalsInput();
    List<GiftCardCharge> charges =
        CartTotals.of(input).giftCardUses().stream()
            .map(use -> GiftCardCharge.of(use, placedAt))
            .toList();
    OrderTotals totals =
        OrderTotals.of(input, charges.stream().map(GiftCardCharge::transaction).toList(), 0, 0);
    return new OrderSnapshot(
        input,
        request.discounts(),
        GiftCards.charged(request.giftCards(), charges, placedAt),
        charges,
        lines(request.lines(), input, totals.goods(), placedAt),
        methods(request.shippingMethods(), input, totals.goods(), placedAt),
        request.region(),
        request.shippingAddress(),
        request.billingAddress(),
        request.buyer().customer(),
        request.salesChannel(),
        OrderAmounts.of(totals));
  }

  private static List<OrderLine> lines(
      List<LineItemDetails> details, Basket input, CartTotals totals, Instant placedAt) {
    Map<String, TaxableLine> priced = byId(input.lines(), TaxableLine::id);
    LineDiscount discount = input.discount();
    return details.stream()
        .map(line ->
            OrderLine.sold(
                line,
                Objects.requireNonNull(priced.get(line.id())),
                totals.line(line.id()),
                discount,
                placedAt))
        .toList();
  }

  private static List<OrderShippingMethod> methods(
      List<ShippingMethodDetails> details, Basket input, CartTotals totals, Instant placedAt) {
    Map<String, TaxableMethod> priced = byId(input.methods(), TaxableMethod::id);
    return details.stream()
        .map(method ->
            OrderShippingMethod.sold(
                method,
                Objects.requireNonNull(priced.get(method.id())),
                totals.method(method.id()),
                placedAt))
        .toList();
  }

  private static <T> Map<String, T> byId(List<T> elements, Function<T, String> id) {
    return elements.stream().collect(Collectors.toMap(id, Function.identity()));
  }

  Set<String> variantIds() {
    return lines.stream()
        .map(OrderLine::variantId)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }
}
