/** Returns, swaps, claims, edits, fulfillments and refunds of orders. */
package dev.tradewind.acceptance.aftersale;
