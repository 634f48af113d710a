/** Test infrastructure: a real PostgreSQL and a real Kafka. */
@NullMarked
package dev.tradewind.testing;

import org.jspecify.annotations.NullMarked;
