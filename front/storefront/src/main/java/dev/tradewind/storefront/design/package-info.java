/** Brand of a shop: its design, languages and texts. */
@NullMarked
package dev.tradewind.storefront.design;

import org.jspecify.annotations.NullMarked;
