/** Where tests end the process, to see what is left. */
@NullMarked
package dev.tradewind.kernel.failpoint;

import org.jspecify.annotations.NullMarked;
