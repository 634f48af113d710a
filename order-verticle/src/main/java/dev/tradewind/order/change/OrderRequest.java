package dev.tradewind.order.change;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Timestamps;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Request to change an order.
 *
 * @param now time of the change, in UTC
 * @param key of a request that takes effect once; absent for those that may be repeated
 */
public record OrderRequest(
    CallContext context, String orderId, Instant now, @Nullable IdempotencyKey key) {

  /** Request without an idempotency key. */
  public static OrderRequest of(CallContext context, String orderId, Clock clock) {
    return new OrderRequest(context, orderId, Timestamps.now(clock), null);
  }

  /**
   * Request that takes effect once.
   *
   * @param operation of the contract, which is the scope of the key with the order
   */
  public static OrderRequest once(Request request, String operation, String orderId, Clock clock) {
    return new OrderRequest(
        request.context(),
        orderId,
        Timestamps.now(clock),
        IdempotencyKey.of(request, operation, orderId));
  }

  /** Key of a request that takes effect once. */
  public IdempotencyKey requireKey() {
    return Objects.requireNonNull(key, "key");
  }
}
