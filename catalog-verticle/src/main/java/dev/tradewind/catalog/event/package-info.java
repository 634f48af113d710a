/** Events of products that change together with another resource. */
@NullMarked
package dev.tradewind.catalog.event;

import org.jspecify.annotations.NullMarked;
