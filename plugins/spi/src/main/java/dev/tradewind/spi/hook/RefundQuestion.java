package dev.tradewind.spi.hook;

import org.jspecify.annotations.Nullable;

/**
 * Whether an amount of an order may be refunded.
 *
 * @param amount in the smallest unit of the currency
 * @param reason such as {@code discount} or {@code return}
 * @param userId who refunds; absent for an API token of no user
 */
public record RefundQuestion(
    String orderId,
    String currencyCode,
    long amount,
    String reason,
    @Nullable String note,
    @Nullable String userId) {}
