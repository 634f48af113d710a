package dev.tradewind.acceptance.interleaving;

import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.Authorization.Status;
import dev.tradewind.providers.payment.PaymentCall;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a payment provider has done for one cart, under the rules of a real one: a key is answered
 * the same however often it is asked, also when the authorization was canceled meanwhile; canceling
 * a key that was never asked leaves no trace, so that a late authorization under it holds money.
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

  /** By key, the amounts that are held. */
  synchronized Map<String, Long> held() {
    return Map.copyOf(held);
  }

  synchronized Set<String> asked() {
    return Set.copyOf(answers.keySet());
  }

  private static JsonObject data(Status status) {
    return new JsonObject().put("status", status.wireName());
  }
}
