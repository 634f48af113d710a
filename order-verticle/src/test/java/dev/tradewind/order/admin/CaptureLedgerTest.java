package dev.tradewind.order.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.order.MugOrder;
import dev.tradewind.order.Outcome;
import dev.tradewind.order.Parts;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Payment status of an order against the ledger of its payments, in every combination of them. */
class CaptureLedgerTest {

  private static final long AMOUNT = 1_000;

  /** Payment of the sale as the ledger of its provider has it. */
  private enum State {
    AUTHORIZED('a', 0),
    CANCELED('v', 0),
    CAPTURED('c', 0),
    PARTLY_REFUNDED('c', 400),
    REFUNDED('c', AMOUNT);

    private final char state;
    private final long refunded;

    State(char state, long refunded) {
      this.state = state;
      this.refunded = refunded;
    }

    boolean isTaken() {
      return state == 'c';
    }
  }

  /** All combinations of none to three payments. */
  static Stream<List<State>> ledgers() {
    List<List<State>> all = new ArrayList<>(List.of(List.of()));
    for (int first = 0; all.get(first).size() < 3; first++) {
      for (State next : State.values()) {
        List<State> longer = new ArrayList<>(all.get(first));
        longer.add(next);
        all.add(List.copyOf(longer));
      }
    }
    return all.stream();
  }

  private static Order order(List<State> ledger, PaymentStatus status) {
    return MugOrder.unpaid()
        .with(
            IntStream.range(0, ledger.size())
                .mapToObj(index -> {
                  State state = ledger.get(index);
                  return Parts.payment("pay_" + index, AMOUNT, state.refunded, state.state, null);
                })
                .toArray(Payment[]::new))
        .in(status)
        .build();
  }

  private static boolean has(List<State> ledger, State state) {
    return ledger.contains(state);
  }

  /** Status by the money alone, without refunds. */
  private static PaymentStatus byTheLedger(List<State> ledger) {
    if (has(ledger, State.AUTHORIZED)) {
      return PaymentStatus.AWAITING;
    }
    return has(ledger, State.CANCELED) ? PaymentStatus.REQUIRES_ACTION : PaymentStatus.CAPTURED;
  }

  private static PaymentStatus withRefunds(List<State> ledger) {
    boolean isAllBack =
        ledger.stream().allMatch(state -> state == State.REFUNDED || state == State.CANCELED);
    return isAllBack ? PaymentStatus.REFUNDED : PaymentStatus.PARTIALLY_REFUNDED;
  }

  private static boolean isRefunded(List<State> ledger) {
    return ledger.stream().anyMatch(state -> state.refunded > 0);
  }

  @ParameterizedTest
  @MethodSource("ledgers")
  void theStatusAfterACaptureIsTheOneOfTheLedger(List<State> ledger) {
    Order order = order(ledger, PaymentStatus.AWAITING);

    assertThat(order.paymentStatusAfterCapture()).isEqualTo(byTheLedger(ledger));
    assertThat(order.isCaptured()).isEqualTo(ledger.stream().allMatch(State::isTaken));
  }

  @ParameterizedTest
  @MethodSource("ledgers")
  void theStatusAfterARefundIsTheOneOfTheLedger(List<State> ledger) {
    for (PaymentStatus before : List.of(PaymentStatus.AWAITING, PaymentStatus.REQUIRES_ACTION)) {
      Order order = order(ledger, before);
      PaymentStatus after = order.paymentStatusAfterRefund();

      assertThat(after).isEqualTo(isRefunded(ledger) ? withRefunds(ledger) : before);
      new OrderMutation.PaymentStatusChange(after).requireLegalFor(order);
    }
  }

  @ParameterizedTest
  @MethodSource("ledgers")
  void theStatusAfterAFailedRefundIsTheOneOfTheLedger(List<State> ledger) {
    PaymentStatus before =
        has(ledger, State.AUTHORIZED) || has(ledger, State.CAPTURED)
            ? PaymentStatus.PARTIALLY_REFUNDED
            : PaymentStatus.REFUNDED;
    Order order = order(ledger, before);
    PaymentStatus after = order.paymentStatusAfterFailedRefund();

    assertThat(after).isEqualTo(isRefunded(ledger) ? withRefunds(ledger) : byTheLedger(ledger));
    new OrderMutation.RefundFailure(after).requireLegalFor(order);
  }

  @ParameterizedTest
  @MethodSource("ledgers")
  void aCaptureCapturesWhatIsHeldAndNeverSaysMore(List<State> ledger) {
    Order order = order(ledger, PaymentStatus.AWAITING);
    Change<?> capture = OrderStatusService.capture(Outcome.REQUEST, order);
    boolean isHeld = has(ledger, State.AUTHORIZED);
    boolean isLost = !isHeld && has(ledger, State.CANCELED);

    assertThat(Outcome.recorded(capture))
        .hasSize((int) ledger.stream().filter(state -> state == State.AUTHORIZED).count());
    assertThat(Outcome.events(capture))
        .containsExactlyElementsOf(
            isHeld
                ? List.of()
                : List.of(
                    isLost ? OrderEvents.PAYMENT_CAPTURE_FAILED : OrderEvents.PAYMENT_CAPTURED));
    assertThat(capture.mutation())
        .isEqualTo(isHeld ? null : new OrderMutation.PaymentStatusChange(byTheLedger(ledger)));
    assertThat(Outcome.refusal(capture).isEmpty()).isEqualTo(!isLost);
  }
}
