/** Tables of operations, how they are called over the event bus and how they answer. */
@NullMarked
package dev.tradewind.kernel.operation;

import org.jspecify.annotations.NullMarked;
