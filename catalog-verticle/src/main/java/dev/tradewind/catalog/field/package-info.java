/** Declaration of fields by staff, for resources of all verticles. */
@NullMarked
package dev.tradewind.catalog.field;

import org.jspecify.annotations.NullMarked;
