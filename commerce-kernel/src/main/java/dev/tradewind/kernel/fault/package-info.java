/** Where tests end the process, to see what is left. */
@NullMarked
package dev.tradewind.kernel.fault;

import org.jspecify.annotations.NullMarked;
