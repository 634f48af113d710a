/** Payment providers: their outcomes, notices and crashes, and Stripe. */
package dev.tradewind.acceptance.payment;
