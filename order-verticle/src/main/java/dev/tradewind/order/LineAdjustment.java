package dev.tradewind.order;

/**
 * Reduction of a line by a discount.
 *
 * @param amount for the whole line, not rounded to the smallest unit of the currency
 */
record LineAdjustment(String id, String description, String discountId, Number amount) {}
