package dev.tradewind.order.line;

/**
 * Reduction of a line by a discount.
 *
 * @param amount for the whole line, not rounded to the smallest unit of the currency
 */
public record LineAdjustment(String id, String description, String discountId, Number amount) {}
