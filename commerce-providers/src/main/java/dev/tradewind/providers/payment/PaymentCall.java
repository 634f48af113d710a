package dev.tradewind.providers.payment;

import java.time.Instant;

/**
 * Common parameters of payment provider calls.
 *
 * @param idempotencyKey identifies the work, which happens once per key
 * @param amount in the smallest unit of the currency
 * @param currencyCode ISO 4217, lower case
 * @param deadline when the caller stops waiting (UTC)
 */
public record PaymentCall(
    String idempotencyKey, String cartId, long amount, String currencyCode, Instant deadline) {}
