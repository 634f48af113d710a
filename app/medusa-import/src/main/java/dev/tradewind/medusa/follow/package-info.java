/** Following of a shop that goes on selling, and the switch from it. */
@NullMarked
package dev.tradewind.medusa.follow;

import org.jspecify.annotations.NullMarked;
