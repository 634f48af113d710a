/** Refusals that only a shop knows. */
@NullMarked
package dev.tradewind.api.problem;

import org.jspecify.annotations.NullMarked;
