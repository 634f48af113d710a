/** Single-process Kafka for development and tests, in a JVM of its own. */
@NullMarked
package dev.tradewind.broker;

import org.jspecify.annotations.NullMarked;
