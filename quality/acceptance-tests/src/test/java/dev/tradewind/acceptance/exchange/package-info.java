/** Replay of the recorded exchanges of the contract against the whole service. */
@NullMarked
package dev.tradewind.acceptance.exchange;

import org.jspecify.annotations.NullMarked;
