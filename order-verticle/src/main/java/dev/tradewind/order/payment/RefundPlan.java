package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.RefundReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plan of a refund: distributes an amount over the captured payments of an order, the oldest first.
 * Amounts of refunds without an outcome are reserved.
 */
public final class RefundPlan {

  /** Details of the refund of a canceled order. */
  public static final PaymentDetails CANCELED =
      PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER);

  /** Permission of staff to choose the amount of a refund. */
  public static final String PERMISSION = "orders:refund";

  private static final Ids IDS = Ids.of("ref");

  private final Order order;
  private final List<PaymentOperation> recorded;
  private final BoughtGiftCards cards;

  /**
   * @param recorded operations of the order
   * @param cards bought in the order; what was spent of them is not refunded
   */
  public RefundPlan(Order order, List<PaymentOperation> recorded, BoughtGiftCards cards) {
    this.order = order;
    this.recorded = List.copyOf(recorded);
    this.cards = cards;
  }

  /** Plan of a refund that concerns no gift cards. */
  public RefundPlan(Order order, List<PaymentOperation> recorded) {
    this(order, recorded, BoughtGiftCards.none(order));
  }

  /** Amount that can be refunded, captured or not. */
  public long refundableAmount() {
    return order.refundableAmount() - openAmount();
  }

  /** Amount that can be refunded without the price of what gift cards have paid for. */
  public long unspentAmount() {
    return Math.min(refundableAmount(), cards.refundableAmount(openAmount()));
  }

  /**
   * Amounts that a refund takes from the balances of gift cards, by their ids.
   *
   * @param units that it credits; none for a refund of an amount
   */
  public Map<String, Long> taking(List<BoughtGiftCards.Units> units, long amount) {
    return cards.taking(units, amount, openAmount());
  }

  /** Amounts that a refund takes from gift cards for units that were settled before. */
  public Map<String, Long> taking(long amount) {
    return cards.taking(amount, openAmount());
  }

  private long openAmount() {
    return recorded.stream()
        .filter(PaymentOperation::isRefund)
        .filter(PaymentOperation::isOpen)
        .mapToLong(PaymentOperation::amount)
        .sum();
  }

  /**
   * Operations that together refund the amount as one refund.
   *
   * @param details of the refund
   * @param key of the request
   */
  public List<PaymentOperation> refund(long amount, PaymentDetails details, @Nullable String key) {
    if (amount > refundableAmount()) {
      throw Problem.notAllowed("Cannot refund more than the original order amount");
    }
    return spread(amount, details, key);
  }

  /**
   * Operations that refund an amount of a swap or claim, limited by the captured payments alone.
   */
  public List<PaymentOperation> spread(long amount, PaymentDetails details, @Nullable String key) {
    List<Payment> payments = new ArrayList<>();
    List<Long> amounts = new ArrayList<>();
    long left = amount;
    for (Payment payment : order.livePayments()) {
      long part = Math.min(left, refundableAmount(payment));
      if (part > 0) {
        left -= part;
        payments.add(payment);
        amounts.add(part);
      }
    }
    if (left > 0) {
      throw Problem.notAllowed("Refund amount is greater that the refundable amount");
    }
    cards.requireUnspent(amount, openAmount());
    String refundId = IDS.next();
    List<PaymentOperation> operations = new ArrayList<>();
    for (int index = 0; index < payments.size(); index++) {
      Payment payment = payments.get(index);
      operations.add(
          operation(refundId, payment, amounts.get(index), details, key)
              .id(payments.size() == 1 ? refundId : refundId + ":" + payment.id())
              .build());
    }
    return operations;
  }

  /**
   * Operation that refunds a part of one payment, attached to the order or not.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 if it is not captured, or less can be
   *     refunded
   */
  PaymentOperation refund(
      Payment payment, long amount, PaymentDetails details, @Nullable String key) {
    if (payment.isCanceled()) {
      throw Problem.notAllowed("Payment " + payment.id() + " is canceled");
    }
    if (!payment.isCaptured()) {
      throw Problem.notAllowed("Payment " + payment.id() + " is not captured");
    }
    long refundable = refundableAmount(payment);
    if (amount > refundable) {
      throw Problem.notAllowed(
          "Only %s can be refunded from Payment %s".formatted(refundable, payment.id()));
    }
    cards.requireUnspent(amount, openAmount());
    return operation(IDS.next(), payment, amount, details, key).build();
  }

  private PaymentOperationBuilder operation(
      String refundId, Payment payment, long amount, PaymentDetails details, @Nullable String key) {
    return PaymentOperation.refund(refundId, payment, order.id(), amount, details)
        .idempotencyKey(key);
  }

  /** Operation that refunds the rest of a captured payment, if there is one. */
  public List<PaymentOperation> refundRest(Payment payment, PaymentDetails details) {
    long refundable = refundableAmount(payment);
    return refundable == 0 ? List.of() : List.of(refund(payment, refundable, details, null));
  }

  /** Operations that refund all captured payments, as far as gift cards were not spent. */
  public List<PaymentOperation> refundCaptured(PaymentDetails details) {
    long captured =
        Math.min(
            order.livePayments().stream().mapToLong(this::refundableAmount).sum(),
            cards.refundableAmount(openAmount()));
    return captured == 0 ? List.of() : refund(captured, details, null);
  }

  private long refundableAmount(Payment payment) {
    if (!payment.isCaptured()) {
      return 0;
    }
    return payment.refundableAmount()
        - recorded.stream()
            .filter(PaymentOperation::isRefund)
            .filter(PaymentOperation::isOpen)
            .filter(operation -> operation.payment().id().equals(payment.id()))
            .mapToLong(PaymentOperation::amount)
            .sum();
  }
}
