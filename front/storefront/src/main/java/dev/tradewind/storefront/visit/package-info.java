/** Request of a shopper: the visit with its cart and region, and its calls of the store API. */
@NullMarked
package dev.tradewind.storefront.visit;

import org.jspecify.annotations.NullMarked;
