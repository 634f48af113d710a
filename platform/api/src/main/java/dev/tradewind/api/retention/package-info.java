/** Limits of stored data. */
@NullMarked
package dev.tradewind.api.retention;

import org.jspecify.annotations.NullMarked;
