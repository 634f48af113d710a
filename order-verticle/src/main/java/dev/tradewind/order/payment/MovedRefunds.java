package dev.tradewind.order.payment;

import dev.tradewind.order.model.Payment;
import dev.tradewind.spi.payment.PaymentState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Refunds of one payment that were moved in with it: another shop has requested them, so that no
 * operation names them, and the provider tells them as its own. They are recognized by payment,
 * amount and time; what the payment counts as refunded beyond its operations is not booked again.
 */
final class MovedRefunds {

  static final MovedRefunds NONE = new MovedRefunds(0);

  /** The row was written at about the time of the call, by another clock. */
  private static final Duration TOLERANCE = Duration.ofHours(1);

  /** Refund of an order without an operation. */
  record Row(String id, long amount, Instant createdAt) {}

  private final Map<String, Long> booked = new HashMap<>();
  private final Map<String, String> rows = new HashMap<>();
  private long left;

  private MovedRefunds(long amount) {
    this.left = amount;
  }

  /** Amount that the payment counts as refunded without an operation. */
  static long amount(Payment payment, List<PaymentOperation> recorded) {
    return payment.amountRefunded()
        - recorded.stream()
            .filter(each -> each.payment().id().equals(payment.id()))
            .filter(each -> each.kind() == PaymentOperation.Kind.REFUND)
            .filter(each -> each.state() == PaymentOperation.State.DONE)
            .mapToLong(PaymentOperation::amount)
            .sum();
  }

  /**
   * Recognizes refunds.
   *
   * @param amount that was moved in, of which the operations have nothing
   * @param rows moved refunds of the order, also of its other payments
   * @param foreign refunds that the provider tells as its own
   * @param operations amounts of the operations of the order, by their ids
   */
  static MovedRefunds of(
      long amount,
      List<Row> rows,
      List<PaymentState.Refund> foreign,
      Map<String, Long> operations) {
    MovedRefunds moved = new MovedRefunds(amount);
    List<PaymentState.Refund> oldestFirst = new ArrayList<>(foreign);
    oldestFirst.sort(
        Comparator.comparing(
            PaymentState.Refund::createdAt, Comparator.nullsFirst(Comparator.naturalOrder())));
    for (PaymentState.Refund refund : oldestFirst) {
      Long operation = operations.get(PaymentStateEffects.operationOf(refund));
      if (operation != null) {
        moved.book(refund, refund.amount() - operation);
      }
    }
    List<Row> unmatched = new ArrayList<>(rows);
    for (PaymentState.Refund refund : oldestFirst) {
      if (moved.isUnknown(refund) && refund.amount() <= moved.left) {
        unmatched.stream()
            .filter(row -> isOf(row, refund))
            .findFirst()
            .ifPresent(row -> {
              unmatched.remove(row);
              moved.book(refund, refund.amount(), row);
            });
      }
    }
    // One refund of an order can be several at the provider, one of each payment.
    for (PaymentState.Refund refund : oldestFirst) {
      if (moved.isUnknown(refund)) {
        rows.stream()
            .filter(row -> isBefore(refund.createdAt(), row))
            .findFirst()
            .ifPresent(row -> moved.book(refund, Math.min(refund.amount(), moved.left), row));
      }
    }
    return moved;
  }

  private boolean isUnknown(PaymentState.Refund refund) {
    return !booked.containsKey(refund.id());
  }

  private void book(PaymentState.Refund refund, long amount, Row row) {
    book(refund, amount);
    rows.put(refund.id(), row.id());
  }

  private void book(PaymentState.Refund refund, long amount) {
    booked.put(refund.id(), amount);
    left -= amount;
  }

  private static boolean isOf(Row row, PaymentState.Refund refund) {
    Instant time = refund.createdAt();
    return row.amount() == refund.amount()
        && isBefore(time, row)
        && (time == null || !time.isBefore(row.createdAt().minus(TOLERANCE)));
  }

  private static boolean isBefore(@Nullable Instant time, Row row) {
    return time == null || !time.isAfter(row.createdAt().plus(TOLERANCE));
  }

  /** Id of the moved refund that a refund at the provider is; null if it is none. */
  @Nullable String rowOf(PaymentState.Refund refund) {
    return rows.get(refund.id());
  }

  /** Amount of a refund at the provider that the payment counted before. */
  long booked(PaymentState.Refund refund) {
    return booked.getOrDefault(refund.id(), 0L);
  }
}
