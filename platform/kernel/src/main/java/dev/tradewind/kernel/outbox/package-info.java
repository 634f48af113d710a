/** Transactional outbox, and the relay that publishes its events. */
@NullMarked
package dev.tradewind.kernel.outbox;

import org.jspecify.annotations.NullMarked;
