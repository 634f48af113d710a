/** Payment sessions at the providers and their cleanup. */
@NullMarked
package dev.tradewind.cart.payment;

import org.jspecify.annotations.NullMarked;
