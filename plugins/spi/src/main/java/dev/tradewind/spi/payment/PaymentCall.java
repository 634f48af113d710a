package dev.tradewind.spi.payment;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Common parameters of payment provider calls. A recorded call is repeated with the same ones.
 *
 * @param idempotencyKey identifies the work of its kind of call, which happens once per key. The
 *     authorization, the capture and the cancellation of a payment have the same key
 * @param resourceId cart that is paid, or payment collection
 * @param orderId order of the payment; null before it is placed
 * @param amount in the smallest unit of the currency
 * @param currencyCode ISO 4217, lower case
 * @param deadline when the caller stops waiting (UTC)
 */
public record PaymentCall(
    String idempotencyKey,
    String resourceId,
    @Nullable String orderId,
    long amount,
    String currencyCode,
    Instant deadline) {}
