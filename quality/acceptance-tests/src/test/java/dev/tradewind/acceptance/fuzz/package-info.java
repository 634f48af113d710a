/** Fuzz test of the HTTP API against its contract. */
@NullMarked
package dev.tradewind.acceptance.fuzz;

import org.jspecify.annotations.NullMarked;
