/**
 * Reading and writing resources: each is described once; every operation that reads it expands,
 * selects, filters, sorts, searches and pages in the same way, and every write raises its version
 * and tells its events.
 */
@NullMarked
package dev.tradewind.kernel.resource;

import org.jspecify.annotations.NullMarked;
