/** Conventions of the deployment files: manifests, chart, monitoring. */
@NullMarked
package dev.tradewind.conventions.deployment;

import org.jspecify.annotations.NullMarked;
