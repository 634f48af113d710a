/** A Kafka of one process, for development and tests; it runs in a JVM of its own. */
@NullMarked
package dev.tradewind.broker;

import org.jspecify.annotations.NullMarked;
