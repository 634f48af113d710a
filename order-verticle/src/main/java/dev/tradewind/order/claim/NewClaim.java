package dev.tradewind.order.claim;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimItem;
import dev.tradewind.order.aftersale.ClaimItemBuilder;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.ClaimEvents;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Factory of a claim, from its request, its quote and its settlement, and of its events. */
final class NewClaim {

  private static final Ids ITEM_IDS = Ids.of("citm");
  static final Ids IMAGE_IDS = Ids.of("cimg");
  static final Ids TAG_IDS = Ids.of("ctag");
  private static final Ids ADDRESS_IDS = Ids.of("addr");

  private NewClaim() {}

  static Claim of(
      OrderRequest request,
      Order order,
      ClaimRequest claim,
      ClaimQuotes.Quote quote,
      ClaimSettlement settlement) {
    Instant now = request.now();
    JsonObject address = claim.shippingAddress();
    return claim
        .claim(order)
        .id(settlement.claimId())
        .createdAt(now)
        .updatedAt(now)
        .orderId(order.id())
        .paymentStatus(paymentStatus(settlement.refund()))
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .items(claim.items().stream().map(item -> item(order, item, now)).toList())
        .additionalLines(quote.lines())
        .shippingMethods(quote.methods())
        .shippingAddress(
            address == null
                ? order.snapshot().shippingAddress()
                : Address.created(ADDRESS_IDS.next(), address, now))
        .refundAmount(settlement.refund())
        .idempotencyKey(request.requireKey().key())
        .build();
  }

  private static ClaimPaymentStatus paymentStatus(@Nullable Long refund) {
    if (refund == null) {
      return ClaimPaymentStatus.NA;
    }
    return refund == 0 ? ClaimPaymentStatus.REFUNDED : ClaimPaymentStatus.NOT_REFUNDED;
  }

  private static ClaimItem item(Order order, ClaimRequest.Item item, Instant now) {
    OrderLine line = order.findLine(item.lineId()).orElseThrow();
    return ClaimItemBuilder.builder()
        .id(ITEM_IDS.next())
        .createdAt(now)
        .updatedAt(now)
        .lineId(line.id())
        .variantId(Objects.requireNonNull(line.variantId()))
        .reason(Objects.requireNonNull(item.reason()))
        .note(item.note())
        .quantity(item.quantity())
        .images(
            item.images().stream()
                .map(url -> new ClaimItem.Image(IMAGE_IDS.next(), now, now, url))
                .toList())
        .tags(
            item.tags().stream()
                .map(value -> new ClaimItem.Tag(TAG_IDS.next(), now, now, value))
                .toList())
        .build();
  }

  static List<Event> events(OrderRequest request, Claim claim) {
    List<Event> events = new ArrayList<>();
    events.add(event(request, ClaimEvents.CREATED, claim));
    claim
        .items()
        .forEach(item ->
            events.add(
                OrderEvents.of(
                        request.context(),
                        request.now(),
                        ClaimEvents.ITEM_CREATED,
                        item.id(),
                        claim.noNotification(),
                        new JsonObject()
                            .put("claim_order_id", claim.id())
                            .put("order_id", claim.orderId()))
                    .keyedBy(claim.orderId())));
    if (claim.paymentStatus() == ClaimPaymentStatus.REFUNDED) {
      events.add(event(request, ClaimEvents.REFUND_PROCESSED, claim));
    }
    return events;
  }

  private static Event event(OrderRequest request, String type, Claim claim) {
    return OrderEvents.ofPart(
        request.context(),
        request.now(),
        type,
        claim.owner(),
        claim.orderId(),
        claim.noNotification());
  }
}
