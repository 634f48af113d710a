/** Tables of operations, their client on the event bus, and their replies. */
@NullMarked
package dev.tradewind.kernel.operation;

import org.jspecify.annotations.NullMarked;
