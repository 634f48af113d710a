/** Resources of other verticles that discounts refer to. */
@NullMarked
package dev.tradewind.discount.remote;

import org.jspecify.annotations.NullMarked;
