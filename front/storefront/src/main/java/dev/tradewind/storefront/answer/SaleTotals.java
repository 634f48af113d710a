package dev.tradewind.storefront.answer;

/** Totals of a cart or an order, in the smallest unit of its currency. */
public record SaleTotals(
    long shippingTotal,
    long shippingTaxTotal,
    long giftCardTotal,
    long giftCardTaxTotal,
    long taxTotal,
    long total) {}
