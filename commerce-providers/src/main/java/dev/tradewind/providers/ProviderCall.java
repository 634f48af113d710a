package dev.tradewind.providers;

import java.time.Instant;

/**
 * What every call of a provider says.
 *
 * @param idempotencyKey names the work; the same key never does it twice
 * @param deadline when the caller stops waiting (UTC)
 */
public record ProviderCall(String idempotencyKey, Instant deadline) {}
