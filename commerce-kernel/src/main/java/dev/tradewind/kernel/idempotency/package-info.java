/** Keys that make a repeated request safe, and the answers kept under them. */
@NullMarked
package dev.tradewind.kernel.idempotency;

import org.jspecify.annotations.NullMarked;
