package dev.tradewind.order;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Outcome of a decision in one line, for tables of cases. */
public final class Outcome {

  /** Request under the key {@code key_1}. */
  public static final OrderRequest REQUEST =
      new OrderRequest(
          new CallContext(
              "command",
              Orders.PLACED,
              null,
              new Principal(Principal.Kind.USER, "usr_1", Principal.Credential.SESSION)),
          "order_1",
          Orders.PLACED,
          new IdempotencyKey("scope", "key_1", "hash_1", false));

  private Outcome() {}

  /** The outcome, or status, type and message of the refusal. */
  public static String of(Supplier<String> decision) {
    try {
      return decision.get();
    } catch (Problem refused) {
      return refused.status() + " " + refused.type() + " " + refused.message();
    }
  }

  /** Refusal of a check, or "allowed". */
  public static String ofCheck(Runnable check) {
    return of(() -> {
      check.run();
      return "allowed";
    });
  }

  /** Refusal of the request whose change is written, after a space; empty if it succeeds. */
  public static String refusal(Change<?> change) {
    Problem refusal = change.refusal();
    return refusal == null ? "" : " " + ofCheck(() -> throwing(refusal));
  }

  private static void throwing(Problem refusal) {
    throw refusal;
  }

  /** Kinds, payments and amounts: {@code REFUND pay_1 100, CANCEL pay_2 50}. */
  public static String operations(List<PaymentOperation> operations) {
    return operations.isEmpty()
        ? "none"
        : operations.stream()
            .map(each -> each.kind() + " " + each.payment().id() + " " + each.amount())
            .collect(Collectors.joining(", "));
  }

  /** Operations that the change writes. */
  public static List<PaymentOperation> recorded(Change<?> change) {
    return change.writes().stream()
        .filter(PaymentOperationRunner.Recording.class::isInstance)
        .map(PaymentOperationRunner.Recording.class::cast)
        .flatMap(recording -> recording.operations().stream())
        .toList();
  }

  /** Amounts that the change takes from gift cards: {@code {card_1=100}}. */
  public static String taken(Change<?> change) {
    Map<String, Long> taken = new TreeMap<>();
    change.writes().stream()
        .filter(GiftCardStore.Withdrawal.class::isInstance)
        .map(GiftCardStore.Withdrawal.class::cast)
        .forEach(withdrawal -> taken.putAll(withdrawal.taken()));
    return taken.toString();
  }

  /** Types of the events of the change. */
  public static List<String> events(Change<?> change) {
    return change.events().stream().map(Event::type).toList();
  }
}
