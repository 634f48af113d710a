/** Cluster-wide counters of rate limits. */
@NullMarked
package dev.tradewind.kernel.ratelimit;

import org.jspecify.annotations.NullMarked;
