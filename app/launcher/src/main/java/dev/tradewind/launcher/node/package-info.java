/** Node lifecycle: backing services, cluster membership, verticles and telemetry. */
@NullMarked
package dev.tradewind.launcher.node;

import org.jspecify.annotations.NullMarked;
