/** Idempotency keys and the responses stored under them. */
@NullMarked
package dev.tradewind.kernel.idempotency;

import org.jspecify.annotations.NullMarked;
