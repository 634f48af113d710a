package dev.tradewind.providers.payment;

import java.time.Instant;

/**
 * What every call of a payment provider says.
 *
 * @param idempotencyKey names the work; the same key never does it twice
 * @param amount in the smallest unit of the currency
 * @param currencyCode ISO 4217, lower case
 * @param deadline when the caller stops waiting (UTC)
 */
public record PaymentCall(
    String idempotencyKey, String cartId, long amount, String currencyCode, Instant deadline) {}
