/** Boundary of the cluster: certificates, TLS of the event bus, and signed registrations. */
@NullMarked
package dev.tradewind.launcher.cluster;

import org.jspecify.annotations.NullMarked;
