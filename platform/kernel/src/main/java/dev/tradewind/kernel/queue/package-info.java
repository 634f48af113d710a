/** Queues of work in PostgreSQL, whose rows are leased to one node at a time. */
@NullMarked
package dev.tradewind.kernel.queue;

import org.jspecify.annotations.NullMarked;
