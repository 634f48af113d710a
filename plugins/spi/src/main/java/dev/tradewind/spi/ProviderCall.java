package dev.tradewind.spi;

import java.time.Instant;

/**
 * Common parameters of provider calls.
 *
 * @param idempotencyKey identifies the work, which happens once per key
 * @param deadline when the caller stops waiting (UTC)
 */
public record ProviderCall(String idempotencyKey, Instant deadline) {}
