package dev.tradewind.order.aftersale;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Claim: goods that are missing, wrong or broken, refunded or replaced. Its fulfillments and its
 * return belong to the order with this owner.
 *
 * @param additionalLines goods sent in replacement, at the prices of the day of the claim
 * @param shippingMethods of the additional line items; without one they cannot be fulfilled
 * @param shippingAddress of the order, or one of its own
 * @param refundAmount in the smallest unit of the currency; absent for a replacement
 * @param noNotification whether the customer is not notified; absent: the default of the shop
 * @param idempotencyKey of the request
 */
@RecordBuilder
public record Claim(
    String id,
    Instant createdAt,
    Instant updatedAt,
    ClaimPaymentStatus paymentStatus,
    FulfillmentStatus fulfillmentStatus,
    ClaimType type,
    String orderId,
    @Nullable Long refundAmount,
    @Nullable Instant canceledAt,
    @Nullable Boolean noNotification,
    @Nullable JsonObject metadata,
    String idempotencyKey,
    List<ClaimItem> items,
    @JsonName("additional_items") List<OrderLine> additionalLines,
    List<OrderShippingMethod> shippingMethods,
    @Nullable Address shippingAddress) {

  /** Codec of its row, with its parts. */
  public static final RecordCodec<Claim> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Claim.class, Address.FORM);

  public Claim {
    items = List.copyOf(items);
    additionalLines = List.copyOf(additionalLines);
    shippingMethods = List.copyOf(shippingMethods);
  }

  public boolean isCanceled() {
    return canceledAt != null;
  }

  public PartOwner owner() {
    return new PartOwner.OfClaim(id);
  }

  public OwnedGoods goods() {
    return new OwnedGoods(
        owner(),
        isCanceled(),
        fulfillmentStatus,
        additionalLines,
        shippingMethods,
        shippingAddress,
        noNotification);
  }

  /** Claimed units of a line item; none once it is canceled. */
  public long claimedUnits(String lineId) {
    if (isCanceled()) {
      return 0;
    }
    return items.stream()
        .filter(item -> item.lineId().equals(lineId))
        .mapToLong(ClaimItem::quantity)
        .sum();
  }

  /** Claim with the current progress of its additional line items, by their ids. */
  public Claim withProgress(Map<String, LineProgress> progress) {
    if (additionalLines.isEmpty()) {
      return this;
    }
    return ClaimBuilder.builder(this)
        .additionalLines(OrderLine.withProgress(additionalLines, progress))
        .build();
  }
}
