/**
 * Descriptors of resources, reading and writing: every read expands, selects, filters, sorts,
 * searches and pages in the same way, and every write raises the version and appends its events.
 */
@NullMarked
package dev.tradewind.kernel.resource;

import org.jspecify.annotations.NullMarked;
