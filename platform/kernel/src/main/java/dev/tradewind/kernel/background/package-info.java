/** Periodic background tasks of verticles. */
@NullMarked
package dev.tradewind.kernel.background;

import org.jspecify.annotations.NullMarked;
