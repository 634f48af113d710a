package dev.tradewind.spi.payment;

/**
 * Payment that its provider has found by its reference.
 *
 * @param resourceId cart or payment collection that its session was opened for
 * @param amount in the smallest unit of the currency
 * @param currencyCode ISO 4217, lower case
 */
public record FoundPayment(
    String resourceId, long amount, String currencyCode, PaymentState state) {}
