/**
 * Unit of work of a change of an order: the order of its locks, the decision on the locked order,
 * the writes, and the look-up of a repeated request by its idempotency key.
 */
@NullMarked
package dev.tradewind.order.change;

import org.jspecify.annotations.NullMarked;
