/** Pages: catalog, cart, checkout, orders, account, and those of the site. */
@NullMarked
package dev.tradewind.storefront.page;

import org.jspecify.annotations.NullMarked;
