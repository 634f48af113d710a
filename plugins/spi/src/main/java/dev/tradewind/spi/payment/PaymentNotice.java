package dev.tradewind.spi.payment;

/**
 * Notice of a provider that a payment may have changed. It says nothing about the payment: the shop
 * asks the provider, so that early, late and repeated notices have the same effect.
 *
 * @param id of the notice at the provider; each has one effect
 * @param providerId of the payment provider, or of any one that finds the same payments
 * @param reference of the payment, as {@link PaymentProvider#reference} tells it
 */
public record PaymentNotice(String id, String providerId, String reference) {}
