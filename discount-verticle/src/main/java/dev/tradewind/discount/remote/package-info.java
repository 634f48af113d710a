/** What discounts refer to and other verticles own. */
@NullMarked
package dev.tradewind.discount.remote;

import org.jspecify.annotations.NullMarked;
