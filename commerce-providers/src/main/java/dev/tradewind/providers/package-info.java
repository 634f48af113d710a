/** Common parts of provider calls. */
@NullMarked
package dev.tradewind.providers;

import org.jspecify.annotations.NullMarked;
