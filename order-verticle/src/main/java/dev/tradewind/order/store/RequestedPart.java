package dev.tradewind.order.store;

import org.jspecify.annotations.Nullable;

/**
 * Return, swap or claim that was created under an idempotency key.
 *
 * @param requestHash of the body that it was created with
 */
public record RequestedPart(String id, @Nullable String requestHash) {}
