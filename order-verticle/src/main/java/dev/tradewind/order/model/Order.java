package dev.tradewind.order.model;

import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.OrderEdit;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Order with its parts, as of one moment. Its own fields, payments, refunds, fulfillments, returns
 * and the progress of its line items are live; the rest is the snapshot of the sale.
 *
 * @param displayId number shown to people; 0 if its placement draws it
 * @param taxRate always absent; line items have their own rates
 * @param draftOrderId draft order that it was placed from
 * @param noNotification whether the customer gets no notifications; absent: the shop's default
 * @param payments oldest first
 * @param refunds oldest first
 * @param fulfillments of the order, its swaps and its claims, oldest first
 * @param returns of the order, its swaps and its claims, oldest first
 * @param edits oldest first
 * @param swaps oldest first
 * @param claims oldest first
 */
@RecordBuilder
public record Order(
    String id,
    Instant createdAt,
    Instant updatedAt,
    OrderStatus status,
    FulfillmentStatus fulfillmentStatus,
    PaymentStatus paymentStatus,
    long displayId,
    String cartId,
    String customerId,
    String email,
    String regionId,
    String currencyCode,
    @Nullable BigDecimal taxRate,
    @Nullable String draftOrderId,
    @Nullable Instant canceledAt,
    JsonObject metadata,
    @Nullable Boolean noNotification,
    @Nullable String idempotencyKey,
    @Nullable String externalId,
    @Nullable String salesChannelId,
    OrderSnapshot snapshot,
    List<Payment> payments,
    List<Refund> refunds,
    List<Fulfillment> fulfillments,
    List<Return> returns,
    List<OrderEdit> edits,
    List<Swap> swaps,
    List<Claim> claims) {

  public Order {
    payments = List.copyOf(payments);
    refunds = List.copyOf(refunds);
    fulfillments = List.copyOf(fulfillments);
    returns = List.copyOf(returns);
    edits = List.copyOf(edits);
    swaps = List.copyOf(swaps);
    claims = List.copyOf(claims);
  }

  /** Order with the current progress of all its line items, by their ids. */
  public Order withProgress(Map<String, LineProgress> progress) {
    return OrderBuilder.builder(this)
        .snapshot(snapshot.withProgress(progress))
        .swaps(swaps.stream().map(swap -> swap.withProgress(progress)).toList())
        .claims(claims.stream().map(claim -> claim.withProgress(progress)).toList())
        .build();
  }

  public boolean isCanceled() {
    return status == OrderStatus.CANCELED;
  }

  /** Payments that were not voided. */
  public List<Payment> livePayments() {
    return payments.stream().filter(payment -> !payment.isCanceled()).toList();
  }

  /** Payments of the sale; none for an order that cost nothing. */
  private Stream<Payment> paymentsOfSale() {
    return payments.stream().filter(Payment::isOfSale);
  }

  /**
   * Whether all payments of the sale are captured; true for an order that cost nothing. A payment
   * whose authorization has ended is one that will never be captured.
   */
  public boolean isCaptured() {
    return paymentsOfSale().allMatch(Payment::isCaptured);
  }

  /**
   * Payment of the sale whose authorization has ended, if no other one is left to be captured: the
   * order is not paid, and a capture does not change that.
   */
  public Optional<Payment> lostPayment() {
    if (paymentsOfSale().allMatch(payment -> payment.isCaptured() || payment.isCanceled())) {
      return paymentsOfSale().filter(Payment::isCanceled).findFirst();
    }
    return Optional.empty();
  }

  /** Fulfillment of the order, its swaps or its claims. */
  public Optional<Fulfillment> findFulfillment(String fulfillmentId) {
    return fulfillments.stream()
        .filter(fulfillment -> fulfillment.id().equals(fulfillmentId))
        .findFirst();
  }

  /** Whether the owner has a fulfillment that is not canceled. */
  public boolean hasFulfillment(PartOwner owner) {
    return fulfillments.stream()
        .anyMatch(fulfillment -> fulfillment.owner().equals(owner) && !fulfillment.isCanceled());
  }

  /** Goods of the order itself, and of its swaps and claims. */
  public List<OwnedGoods> goods() {
    List<OwnedGoods> goods = new ArrayList<>();
    goods.add(
        new OwnedGoods(
            PartOwner.ORDER,
            isCanceled(),
            fulfillmentStatus,
            snapshot.lines(),
            snapshot.shippingMethods(),
            snapshot.shippingAddress(),
            noNotification));
    swaps.forEach(swap -> goods.add(swap.goods()));
    claims.forEach(claim -> goods.add(claim.goods()));
    return goods;
  }

  /** Goods of the order itself, or of a swap or claim that it has. */
  public OwnedGoods goodsOf(PartOwner owner) {
    return goods().stream().filter(goods -> goods.owner().equals(owner)).findFirst().orElseThrow();
  }

  /** Line item of the order, its swaps or its claims. */
  public Optional<OrderLine> findLine(String lineId) {
    return goods().stream().flatMap(goods -> goods.findLine(lineId).stream()).findFirst();
  }

  public Optional<Swap> findSwap(String swapId) {
    return swaps.stream().filter(swap -> swap.id().equals(swapId)).findFirst();
  }

  public Optional<Claim> findClaim(String claimId) {
    return claims.stream().filter(claim -> claim.id().equals(claimId)).findFirst();
  }

  /** Claimed units of a line item. */
  public long claimedUnits(String lineId) {
    return claims.stream().mapToLong(claim -> claim.claimedUnits(lineId)).sum();
  }

  public long paidTotal() {
    return payments.stream().mapToLong(Payment::amount).sum();
  }

  public long refundedTotal() {
    return payments.stream().mapToLong(Payment::amountRefunded).sum();
  }

  /** Amount that was paid and not refunded yet. */
  public long refundableAmount() {
    return paidTotal() - refundedTotal();
  }

  /** Payment status after a payment was captured. */
  public PaymentStatus paymentStatusAfterCapture() {
    PaymentStatus unrefunded = paymentStatusWithoutRefunds();
    return paymentStatus.canBecome(unrefunded) ? unrefunded : paymentStatus;
  }

  private PaymentStatus paymentStatusWithoutRefunds() {
    if (isCaptured()) {
      return PaymentStatus.CAPTURED;
    }
    return lostPayment().isPresent() ? PaymentStatus.REQUIRES_ACTION : PaymentStatus.AWAITING;
  }

  /** Payment status after a refund failed that was counted; a canceled order keeps its status. */
  public PaymentStatus paymentStatusAfterFailedRefund() {
    if (!paymentStatus.isOfRefunds()) {
      return paymentStatus;
    }
    return refundedTotal() == 0 ? paymentStatusWithoutRefunds() : paymentStatusAfterRefund();
  }

  /** Payment status after staff refunded an amount; a canceled order keeps its status. */
  public PaymentStatus paymentStatusAfterRefund() {
    if (isCanceled() || refundedTotal() == 0) {
      return paymentStatus;
    }
    if (livePayments().stream().allMatch(payment -> payment.refundableAmount() == 0)) {
      return PaymentStatus.REFUNDED;
    }
    return PaymentStatus.PARTIALLY_REFUNDED;
  }
}
