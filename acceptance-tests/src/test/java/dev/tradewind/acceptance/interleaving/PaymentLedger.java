package dev.tradewind.acceptance.interleaving;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.Authorization.Status;
import dev.tradewind.spi.payment.PaymentCall;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ledger of a simulated payment provider for one cart, idempotent like a real one: a repeated key
 * returns the first answer, even after the authorization was canceled. Canceling an unknown key has
 * no effect, so that a late authorization with that key holds money.
 */
final class PaymentLedger {

  private final Map<String, Status> answers = new HashMap<>();
  private final Map<String, Long> held = new TreeMap<>();

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

  /** Held amounts by idempotency key. */
  synchronized Map<String, Long> held() {
    return Map.copyOf(held);
  }

  private static JsonObject data(Status status) {
    return new JsonObject().put("status", status.wireName());
  }
}
