/**
 * Interleaving test: concurrent completions and changes of one cart, the payment reconciliation and
 * a crash, in an order of steps selected by a seed, against a real database.
 */
package dev.tradewind.acceptance.interleaving;
