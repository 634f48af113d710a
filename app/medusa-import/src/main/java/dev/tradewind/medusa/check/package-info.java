/** Check of a shop before its move, which only reads. */
@NullMarked
package dev.tradewind.medusa.check;

import org.jspecify.annotations.NullMarked;
