package dev.tradewind.order;

import static dev.tradewind.order.MugOrder.MUG;

import dev.tradewind.order.aftersale.Claim;
import dev.tradewind.order.aftersale.ClaimBuilder;
import dev.tradewind.order.aftersale.ClaimItemBuilder;
import dev.tradewind.order.aftersale.ClaimPaymentStatus;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.aftersale.Fulfillment;
import dev.tradewind.order.aftersale.FulfillmentBuilder;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnBuilder;
import dev.tradewind.order.aftersale.ReturnItemBuilder;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.aftersale.Swap;
import dev.tradewind.order.aftersale.SwapBuilder;
import dev.tradewind.order.aftersale.SwapPaymentStatus;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Test fixtures: payments, operations and parts of the order of {@link MugOrder}. */
public final class Parts {

  public static final PartOwner SWAP = new PartOwner.OfSwap("swap_1");
  public static final PartOwner CLAIM = new PartOwner.OfClaim("claim_1");

  private Parts() {}

  /**
   * Payment of the sale, or of a swap.
   *
   * @param state c for captured, a for authorized, v for voided
   */
  public static Payment payment(
      String id, long amount, long refunded, char state, @Nullable String swapId) {
    return PaymentBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .cartId("cart_1")
        .orderId("order_1")
        .swapId(swapId)
        .amount(amount)
        .amountRefunded(refunded)
        .currencyCode("eur")
        .providerId("manual")
        .data(new JsonObject())
        .capturedAt(state == 'c' ? Orders.PLACED : null)
        .canceledAt(state == 'v' ? Orders.PLACED : null)
        .build();
  }

  /** Payments, as {@code id/amount/refunded/state}, separated by spaces. */
  public static Payment[] payments(@Nullable String facts, @Nullable String swapId) {
    List<Payment> payments = new ArrayList<>();
    for (String each : facts == null ? new String[0] : facts.split(" ")) {
      String[] fact = each.split("/");
      payments.add(
          payment(
              fact[0],
              Long.parseLong(fact[1]),
              Long.parseLong(fact[2]),
              fact[3].charAt(0),
              swapId));
    }
    return payments.toArray(Payment[]::new);
  }

  /** Recorded refund. */
  public static PaymentOperation refund(
      Payment payment, long amount, PaymentOperation.State state, PaymentDetails details) {
    return PaymentOperationBuilder.builder()
        .id("ref_recorded")
        .orderId("order_1")
        .kind(PaymentOperation.Kind.REFUND)
        .refundId("ref_recorded")
        .amount(amount)
        .details(details)
        .idempotencyKey("key_1")
        .state(state)
        .payment(PaymentOperation.Paid.of(payment))
        .build();
  }

  /** Return of mugs. */
  public static Return returned(
      String id, PartOwner owner, ReturnStatus status, long units, long refund) {
    return returned(id, owner, status, refund, item(MUG, units));
  }

  public static Return returned(
      String id, PartOwner owner, ReturnStatus status, long refund, Return.Item... items) {
    return ReturnBuilder.builder()
        .id(id)
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .owner(owner)
        .status(status)
        .items(List.of(items))
        .refundAmount(refund)
        .build();
  }

  public static Return.Item item(String line, long units) {
    return ReturnItemBuilder.builder()
        .lineId(line)
        .quantity(units)
        .isRequested(true)
        .requestedQuantity(units)
        .build();
  }

  /** Swap, confirmed if it has a difference, with a mug that it sends. */
  public static Swap swap(SwapPaymentStatus status, @Nullable Long difference) {
    return SwapBuilder.builder()
        .id("swap_1")
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .cartId("cart_2")
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .paymentStatus(status)
        .differenceDue(difference)
        .additionalLines(lines())
        .shippingMethods(List.of())
        .allowBackorder(false)
        .idempotencyKey("key_swap")
        .confirmedAt(difference == null ? null : Orders.PLACED)
        .canceledAt(status == SwapPaymentStatus.CANCELED ? Orders.PLACED : null)
        .build();
  }

  /** Claim of mugs, with a mug that a replacement sends. */
  public static Claim claim(ClaimType type, long units, @Nullable Long refund, boolean isCanceled) {
    return ClaimBuilder.builder()
        .id("claim_1")
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .type(type)
        .paymentStatus(ClaimPaymentStatus.NA)
        .fulfillmentStatus(FulfillmentStatus.NOT_FULFILLED)
        .items(
            List.of(
                ClaimItemBuilder.builder()
                    .id("citm_1")
                    .createdAt(Orders.PLACED)
                    .updatedAt(Orders.PLACED)
                    .lineId(MUG)
                    .variantId("variant_1")
                    .reason("other")
                    .quantity(units)
                    .images(List.of())
                    .tags(List.of())
                    .build()))
        .additionalLines(lines())
        .shippingMethods(List.of())
        .refundAmount(refund)
        .canceledAt(isCanceled ? Orders.PLACED : null)
        .idempotencyKey("key_claim")
        .build();
  }

  /** The line item {@code item_1} of two mugs. */
  private static List<OrderLine> lines() {
    return OrderSnapshot.of(Orders.request(Orders.TOTALS_INPUT), Orders.PLACED).lines();
  }

  public static Fulfillment fulfillment(PartOwner owner, @Nullable Instant canceledAt) {
    return FulfillmentBuilder.builder()
        .id("ful_1")
        .createdAt(Orders.PLACED)
        .updatedAt(Orders.PLACED)
        .orderId("order_1")
        .owner(owner)
        .providerId("manual")
        .items(List.of(new Fulfillment.Item(MUG, 1)))
        .trackingLinks(List.of())
        .data(new JsonObject())
        .canceledAt(canceledAt)
        .build();
  }
}
