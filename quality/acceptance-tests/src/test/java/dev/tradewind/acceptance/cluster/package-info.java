/** Hazelcast clusters of several members in one JVM. */
@NullMarked
package dev.tradewind.acceptance.cluster;

import org.jspecify.annotations.NullMarked;
