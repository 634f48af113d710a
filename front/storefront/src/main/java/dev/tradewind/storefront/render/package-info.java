/** Pages as HTML, and what templates show of products and sales. */
@NullMarked
package dev.tradewind.storefront.render;

import org.jspecify.annotations.NullMarked;
