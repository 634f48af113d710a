package dev.tradewind.order.aftersale;

import dev.tradewind.api.address.Address;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Swap: units that come back in exchange for others. Its fulfillments and its return are those of
 * the order with this owner.
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
public record Swap(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String orderId,
    String cartId,
    FulfillmentStatus fulfillmentStatus,
    SwapPaymentStatus paymentStatus,
    @Nullable Long differenceDue,
    List<OrderLine> additionalLines,
    List<OrderShippingMethod> shippingMethods,
    @Nullable Address shippingAddress,
    boolean allowBackorder,
    @Nullable Boolean noNotification,
    String idempotencyKey,
    @Nullable Instant confirmedAt,
    @Nullable Instant canceledAt,
    @Nullable JsonObject metadata) {

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
    return new Swap(
        id,
        createdAt,
        now,
        orderId,
        cartId,
        fulfillmentStatus,
        SwapPaymentStatus.confirmed(difference),
        difference,
        lines,
        methods,
        address,
        allowBackorder,
        noNotification,
        idempotencyKey,
        now,
        canceledAt,
        metadata);
  }

  /** Swap with the current progress of its additional line items, by their ids. */
  public Swap withProgress(Map<String, LineProgress> progress) {
    return new Swap(
        id,
        createdAt,
        updatedAt,
        orderId,
        cartId,
        fulfillmentStatus,
        paymentStatus,
        differenceDue,
        additionalLines.stream()
            .map(line -> line.withProgress(progress.getOrDefault(line.id(), line.progress())))
            .toList(),
        shippingMethods,
        shippingAddress,
        allowBackorder,
        noNotification,
        idempotencyKey,
        confirmedAt,
        canceledAt,
        metadata);
  }
}
