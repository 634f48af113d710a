/**
 * Chaos test: a cluster under load whose nodes and services are killed, frozen, cut off and
 * restarted, and a checker of its invariants; docs/reliability.md describes how to run it.
 */
@NullMarked
package dev.tradewind.acceptance.chaos;

import org.jspecify.annotations.NullMarked;
