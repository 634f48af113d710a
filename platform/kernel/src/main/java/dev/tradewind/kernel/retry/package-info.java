/** Bounded retries: every repetition in the service has a count, a deadline and a backoff. */
@NullMarked
package dev.tradewind.kernel.retry;

import org.jspecify.annotations.NullMarked;
