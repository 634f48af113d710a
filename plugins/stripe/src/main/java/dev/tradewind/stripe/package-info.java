/** Payment providers of Stripe: PaymentIntents that the shopper's browser confirms. */
@NullMarked
package dev.tradewind.stripe;

import org.jspecify.annotations.NullMarked;
