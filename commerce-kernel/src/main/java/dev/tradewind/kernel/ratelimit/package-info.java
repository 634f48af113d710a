/** Counting what somebody may do only so often, over all nodes. */
@NullMarked
package dev.tradewind.kernel.ratelimit;

import org.jspecify.annotations.NullMarked;
