/** Bounds of everything that a caller can make grow. */
@NullMarked
package dev.tradewind.acceptance.growth;

import org.jspecify.annotations.NullMarked;
