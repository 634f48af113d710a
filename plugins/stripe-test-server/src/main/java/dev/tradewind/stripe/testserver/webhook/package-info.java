/** Sender of signed webhooks with retries, and its faults. */
@NullMarked
package dev.tradewind.stripe.testserver.webhook;

import org.jspecify.annotations.NullMarked;
