/** Webhook subscriptions: operations, configuration and secrets. */
@NullMarked
package dev.tradewind.webhook.subscription;

import org.jspecify.annotations.NullMarked;
