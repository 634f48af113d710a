/** Webhook verticle. */
@NullMarked
package dev.tradewind.webhook;

import org.jspecify.annotations.NullMarked;
