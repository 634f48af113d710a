package dev.tradewind.order.line;

/**
 * Discount applied to a line item.
 *
 * @param amount for the whole line item, not rounded to the smallest unit of the currency
 */
public record LineAdjustment(String id, String description, String discountId, Number amount) {}
