/** Failpoints, where crash tests halt the process. */
@NullMarked
package dev.tradewind.kernel.failpoint;

import org.jspecify.annotations.NullMarked;
