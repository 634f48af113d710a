/** Text forms of values: ids, times, digests and names for URLs. */
@NullMarked
package dev.tradewind.kernel.text;

import org.jspecify.annotations.NullMarked;
