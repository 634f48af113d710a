/**
 * Reading resources: each is described once, and every operation that reads it expands, selects,
 * filters, sorts, searches and pages in the same way.
 */
@NullMarked
package dev.tradewind.kernel.resource;

import org.jspecify.annotations.NullMarked;
