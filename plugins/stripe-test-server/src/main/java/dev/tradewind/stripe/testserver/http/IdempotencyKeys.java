package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.StripeError;
import dev.tradewind.stripe.testserver.state.VirtualClock;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Idempotency keys with the stored answers of their requests, pruned once they are a day old. */
final class IdempotencyKeys {

  static final Duration KEPT = Duration.ofHours(24);
  static final int MAX_LENGTH = 255;

  private record Stored(
      String path, JsonObject params, String requestId, Instant since, @Nullable Answer answer) {}

  private final Map<String, Stored> keys = new HashMap<>();
  private final VirtualClock clock;

  IdempotencyKeys(VirtualClock clock) {
    this.clock = clock;
  }

  /**
   * The stored answer of the key as a replay, or null: then the key is in use until it is stored or
   * released. Refuses a key in use, and one of another request.
   */
  synchronized @Nullable Answer begin(
      String key, String path, JsonObject params, String requestId) {
    if (key.length() > MAX_LENGTH) {
      throw StripeError.notBegun(
          400,
          "invalid_request_error",
          null,
          "Idempotency-Key has more than " + MAX_LENGTH + " characters.");
    }
    Instant now = clock.now();
    keys.values()
        .removeIf(stored -> stored.answer != null && !now.isBefore(stored.since.plus(KEPT)));
    Stored stored = keys.get(key);
    if (stored == null) {
      keys.put(key, new Stored(path, params, requestId, now, null));
      return null;
    }
    if (stored.answer == null) {
      throw StripeError.notBegun(
          409,
          "idempotency_error",
          "idempotency_key_in_use",
          "There is currently another in-progress request using this Idempotent Key: " + key);
    }
    if (!stored.path.equals(path) || !stored.params.equals(params)) {
      throw StripeError.notBegun(
          400,
          "idempotency_error",
          null,
          "Keys for idempotent requests can only be used with the same endpoint and parameters they"
              + " were first used with. Try using a key other than '"
              + key
              + "' if you meant to execute a different request.");
    }
    return stored
        .answer
        .with("Original-Request", stored.requestId)
        .with("Idempotent-Replayed", "true");
  }

  synchronized void store(String key, Answer answer) {
    Stored stored = keys.get(key);
    if (stored != null) {
      keys.put(key, new Stored(stored.path, stored.params, stored.requestId, stored.since, answer));
    }
  }

  /** Ends the use of a key whose request has not begun. */
  synchronized void release(String key) {
    keys.remove(key);
  }
}
