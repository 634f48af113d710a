/** Events of products that change with something else. */
@NullMarked
package dev.tradewind.catalog.event;

import org.jspecify.annotations.NullMarked;
