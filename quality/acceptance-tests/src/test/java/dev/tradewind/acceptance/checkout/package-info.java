/**
 * Carts from the first line to the order, discounts and draft orders, alone and under concurrency.
 */
package dev.tradewind.acceptance.checkout;
