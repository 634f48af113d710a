package dev.tradewind.spi.hook;

import org.jspecify.annotations.Nullable;

/**
 * Whether a cart may become an order. Nothing has been paid yet, unless the shopper comes back from
 * the page of a payment service: a payment of a cart that is refused then is released.
 *
 * @param cart at the version that is placed
 * @param total to pay, in the smallest unit of the currency
 * @param paymentProviderId absent if nothing is to pay
 * @param isPaidByStaff whether staff marks a draft order as paid
 */
public record CompletionQuestion(
    HookCart cart, long total, @Nullable String paymentProviderId, boolean isPaidByStaff) {}
