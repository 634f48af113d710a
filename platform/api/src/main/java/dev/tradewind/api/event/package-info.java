/** Kafka topics for downstream systems. */
@NullMarked
package dev.tradewind.api.event;

import org.jspecify.annotations.NullMarked;
