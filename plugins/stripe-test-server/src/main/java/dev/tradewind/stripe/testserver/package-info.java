/** Test double of Stripe's API as an HTTP server. */
@NullMarked
package dev.tradewind.stripe.testserver;

import org.jspecify.annotations.NullMarked;
