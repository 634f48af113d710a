/** Invariants that hold after a run under injected faults. */
package dev.tradewind.acceptance.chaos.invariant;
