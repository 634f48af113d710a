package dev.tradewind.acceptance.interleaving;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.Authorization.Status;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of a simulated payment provider for one cart, idempotent like a real one: a repeated key
 * returns the first answer, even after the authorization was canceled. Canceling an unknown key has
 * no effect, so that a late authorization with that key holds money.
 */
final class PaymentLedger {

  private final Map<String, Status> answers = new HashMap<>();
  private final Map<String, Long> held = new TreeMap<>();
  private final Map<String, Long> asked = new HashMap<>();
  private final Set<String> canceled = new HashSet<>();
  private final String cartId;

  PaymentLedger(String cartId) {
    this.cartId = cartId;
  }

  String cartId() {
    return cartId;
  }

  // Sessions that the shopper pays, by their references.

  /** Sets the amount of a session, unless it is paid. */
  synchronized @Nullable Void ask(String reference, long amount) {
    if (state(reference) == PaymentState.Status.PENDING) {
      asked.put(reference, amount);
    }
    return null;
  }

  /** Pays the present amount of a session, unless it is canceled. */
  synchronized void pay(String reference) {
    if (!canceled.contains(reference)) {
      held.put(reference, amount(reference));
    }
  }

  synchronized long amount(String reference) {
    return asked.getOrDefault(reference, 0L);
  }

  synchronized PaymentState.Status state(String reference) {
    if (canceled.contains(reference)) {
      return PaymentState.Status.CANCELED;
    }
    return held.containsKey(reference)
        ? PaymentState.Status.AUTHORIZED
        : PaymentState.Status.PENDING;
  }

  /** Cancels a session, which cannot be paid any more; what is held is released. */
  synchronized void cancelPaid(String reference) {
    canceled.add(reference);
    held.remove(reference);
  }

  // Authorizations, by their idempotency keys.

  synchronized Authorization authorize(PaymentCall call, Status fresh) {
    Status answer =
        answers.computeIfAbsent(
            call.idempotencyKey(),
            key -> {
              if (fresh == Status.AUTHORIZED) {
                held.put(key, call.amount());
              }
              return fresh;
            });
    return new Authorization(answer, data(answer));
  }

  synchronized Authorization find(String key) {
    Status answer = answers.get(key);
    if (answer == Status.AUTHORIZED && !held.containsKey(key)) {
      answer = Status.CANCELED;
    }
    return answer == null
        ? new Authorization(Status.ERROR, new JsonObject())
        : new Authorization(answer, data(answer));
  }

  synchronized void cancel(String key) {
    held.remove(key);
  }

  /** Held amounts by idempotency key or reference. */
  synchronized Map<String, Long> held() {
    return Map.copyOf(held);
  }

  private static JsonObject data(Status status) {
    return new JsonObject().put("status", status.wireName());
  }
}
