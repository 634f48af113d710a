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
 * Swap: units that come back in exchange for others. Its fulfillments and its return belong to the
 * order with this owner.
 *
 * @param cartId cart whose completion confirms it
 * @param differenceDue total of that cart in the smallest unit of the currency, below zero if the
 *     customer gets money back; absent until it is confirmed
 * @param additionalLines goods sent in exchange; without tax lines until it is confirmed
 * @param shippingMethods chosen in the cart; without one the goods cannot be fulfilled
 * @param shippingAddress absent until it is confirmed
 * @param allowBackorder whether it is confirmed although its goods are short
 * @param noNotification whether the customer is not notified; absent: the default of the shop
 * @param idempotencyKey of the request
 */
@RecordBuilder
public record Swap(
    String id,
    Instant createdAt,
    Instant updatedAt,
    FulfillmentStatus fulfillmentStatus,
    SwapPaymentStatus paymentStatus,
    String orderId,
    @Nullable Long differenceDue,
    String cartId,
    @Nullable Instant confirmedAt,
    @Nullable Instant canceledAt,
    @Nullable Boolean noNotification,
    boolean allowBackorder,
    String idempotencyKey,
    @Nullable JsonObject metadata,
    @JsonName("items") List<OrderLine> additionalLines,
    List<OrderShippingMethod> shippingMethods,
    @Nullable Address shippingAddress) {

  /** Codec of its row, with its parts. */
  public static final RecordCodec<Swap> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Swap.class, Address.FORM);

  public Swap {
    additionalLines = List.copyOf(additionalLines);
    shippingMethods = List.copyOf(shippingMethods);
  }

  public boolean isCanceled() {
    return canceledAt != null;
  }

  public boolean isConfirmed() {
    return confirmedAt != null;
  }

  public PartOwner owner() {
    return new PartOwner.OfSwap(id);
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

  /** The swap as its completed cart confirms it. */
  public Swap confirmed(
      long difference,
      List<OrderLine> lines,
      List<OrderShippingMethod> methods,
      @Nullable Address address,
      Instant now) {
    return SwapBuilder.builder(this)
        .updatedAt(now)
        .paymentStatus(SwapPaymentStatus.confirmed(difference))
        .differenceDue(difference)
        .additionalLines(lines)
        .shippingMethods(methods)
        .shippingAddress(address)
        .confirmedAt(now)
        .build();
  }

  /** Swap with the current progress of its additional line items, by their ids. */
  public Swap withProgress(Map<String, LineProgress> progress) {
    return SwapBuilder.builder(this)
        .additionalLines(OrderLine.withProgress(additionalLines, progress))
        .build();
  }
}
