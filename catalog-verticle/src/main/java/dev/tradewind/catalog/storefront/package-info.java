/** Content of the storefront that staff edit. */
@NullMarked
package dev.tradewind.catalog.storefront;

import org.jspecify.annotations.NullMarked;
