/**
 * A cluster under load whose nodes and services are killed, frozen, cut off and restarted, and an
 * audit of what it has promised; docs/reliability.md says how to run it.
 */
@NullMarked
package dev.tradewind.acceptance.chaos;

import org.jspecify.annotations.NullMarked;
