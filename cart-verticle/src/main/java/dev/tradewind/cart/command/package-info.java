/**
 * Command execution: idempotency, optimistic writes from the node-local cache, and one transaction
 * as the fallback.
 */
@NullMarked
package dev.tradewind.cart.command;

import org.jspecify.annotations.NullMarked;
