/** Node-local caches. */
@NullMarked
package dev.tradewind.kernel.cache;

import org.jspecify.annotations.NullMarked;
