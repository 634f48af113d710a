/** Base of every domain verticle: a pool, two tables of operations and an outbox relay. */
@NullMarked
package dev.tradewind.kernel.verticle;

import org.jspecify.annotations.NullMarked;
