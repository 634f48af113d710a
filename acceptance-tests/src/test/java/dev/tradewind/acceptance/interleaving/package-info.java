/**
 * Completions, changes, the payment reconciliation and crashes of one cart, step by step in an
 * order that a seed decides, against a real database.
 */
package dev.tradewind.acceptance.interleaving;
