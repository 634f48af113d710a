package dev.tradewind.order.model;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.PlaceOrderRequest;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.json.JsonInline;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.LineDiscount;
import dev.tradewind.totals.OrderTotals;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a sale, taken when the order was placed: line items and shipping methods with their
 * ids in the cart, copied addresses, region, customer, sales channel, discounts and gift cards of
 * the other verticles, and the amounts. Staff may correct the addresses, add shipping methods, and
 * replace the line items by an edit.
 *
 * @param totalsInput input of the amounts
 * @param giftCards with their balances after the charge
 */
@RecordBuilder
public record OrderSnapshot(
    @JsonName("basket") TotalsInput totalsInput,
    List<ResourceDocument> discounts,
    List<ResourceDocument> giftCards,
    @JsonName("gift_card_transactions") List<GiftCardCharge> giftCardCharges,
    @JsonName("items") List<OrderLine> lines,
    List<OrderShippingMethod> shippingMethods,
    @JsonInline OrderRegion region,
    @Nullable Address shippingAddress,
    @Nullable Address billingAddress,
    ResourceDocument customer,
    @Nullable ResourceDocument salesChannel,
    @JsonName("totals") OrderAmounts amounts) {

  public OrderSnapshot {
    discounts = List.copyOf(discounts);
    giftCards = List.copyOf(giftCards);
    giftCardCharges = List.copyOf(giftCardCharges);
    lines = List.copyOf(lines);
    shippingMethods = List.copyOf(shippingMethods);
  }

  public static OrderSnapshot of(PlaceOrderRequest request, Instant placedAt) {
    TotalsInput input = request.totalsInput();
    List<GiftCardCharge> charges =
        CartTotals.of(input).giftCardUses().stream()
            .map(use -> GiftCardCharge.of(use, placedAt))
            .toList();
    OrderTotals totals =
        OrderTotals.of(input, charges.stream().map(GiftCardCharge::transaction).toList(), 0, 0);
    return OrderSnapshotBuilder.builder()
        .totalsInput(input)
        .discounts(request.discounts())
        .giftCards(OrderGiftCards.charged(request.giftCards(), charges, placedAt))
        .giftCardCharges(charges)
        .lines(lines(request.lines(), input, totals.cartTotals(), placedAt))
        .shippingMethods(methods(request, input, totals.cartTotals(), placedAt))
        .region(request.region())
        .shippingAddress(request.shippingAddress())
        .billingAddress(request.billingAddress())
        .customer(request.buyer().customer())
        .salesChannel(request.salesChannel())
        .amounts(OrderAmounts.of(totals))
        .build();
  }

  private static List<OrderLine> lines(
      List<LineItemDetails> details, TotalsInput input, CartTotals totals, Instant placedAt) {
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
      PlaceOrderRequest request, TotalsInput input, CartTotals totals, Instant placedAt) {
    Map<String, TaxableMethod> priced = byId(input.methods(), TaxableMethod::id);
    return request.shippingMethods().stream()
        .map(method ->
            OrderShippingMethod.sold(
                method,
                request.cartId(),
                Objects.requireNonNull(priced.get(method.id())),
                totals.method(method.id()),
                placedAt))
        .toList();
  }

  /**
   * Snapshot with a further shipping method, in place of the one of the same profile, and the
   * amounts that follow.
   */
  public OrderSnapshot withShippingMethod(
      ShippingMethodDetails details, TaxableMethod priced, Instant now) {
    JsonObject option = details.shippingOption();
    String profile = option == null ? null : option.getString("profile_id");
    List<OrderShippingMethod> kept =
        shippingMethods.stream()
            .filter(method -> profile == null || !profile.equals(method.profileId()))
            .toList();
    Set<String> keptIds =
        kept.stream().map(method -> method.details().id()).collect(Collectors.toSet());
    TotalsInput input =
        totalsInput.withMethods(
            Stream.concat(
                    totalsInput.methods().stream().filter(method -> keptIds.contains(method.id())),
                    Stream.of(priced))
                .toList());
    OrderTotals totals =
        OrderTotals.of(
            input, giftCardCharges.stream().map(GiftCardCharge::transaction).toList(), 0, 0);
    OrderShippingMethod added =
        OrderShippingMethod.sold(
            details, null, priced, totals.cartTotals().method(priced.id()), now);
    return OrderSnapshotBuilder.builder(this)
        .totalsInput(input)
        .shippingMethods(Stream.concat(kept.stream(), Stream.of(added)).toList())
        .amounts(OrderAmounts.of(totals))
        .build();
  }

  /** Snapshot with other line items at the same shipping methods, and the amounts that follow. */
  public OrderSnapshot withLines(List<OrderLine> rest, TotalsInput input) {
    TotalsInput changed = input.withMethods(totalsInput.methods());
    return OrderSnapshotBuilder.builder(this)
        .totalsInput(changed)
        .lines(rest)
        .amounts(
            OrderAmounts.of(
                OrderTotals.of(
                    changed,
                    giftCardCharges.stream().map(GiftCardCharge::transaction).toList(),
                    0,
                    0)))
        .build();
  }

  /** Snapshot with the current progress of its line items, by their ids. */
  public OrderSnapshot withProgress(Map<String, LineProgress> progress) {
    if (progress.isEmpty()) {
      return this;
    }
    return OrderSnapshotBuilder.builder(this)
        .lines(OrderLine.withProgress(lines, progress))
        .build();
  }

  private static <T> Map<String, T> byId(List<T> elements, Function<T, String> id) {
    return elements.stream().collect(Collectors.toMap(id, Function.identity()));
  }

  /** Line item that exists. */
  public OrderLine requireLine(String lineId) {
    return lines.stream().filter(line -> line.id().equals(lineId)).findFirst().orElseThrow();
  }
}
