/**
 * Status page for staff: reports of all nodes of the cluster, what needs attention, live updates.
 */
@NullMarked
package dev.tradewind.statuspage;

import org.jspecify.annotations.NullMarked;
