/** Payment operations at the providers: capture, cancellation and refund, with retries. */
@NullMarked
package dev.tradewind.order.payment;

import org.jspecify.annotations.NullMarked;
