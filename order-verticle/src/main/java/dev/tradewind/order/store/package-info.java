/** Order persistence: rows, the stored snapshot and its JSON form, and locked changes. */
@NullMarked
package dev.tradewind.order.store;

import org.jspecify.annotations.NullMarked;
