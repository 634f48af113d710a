/** Events recorded in the transaction that made them true, and the relay that publishes them. */
@NullMarked
package dev.tradewind.kernel.outbox;

import org.jspecify.annotations.NullMarked;
