/** Deliveries of webhooks: leases, attempts, log and redelivery. */
@NullMarked
package dev.tradewind.webhook.delivery;

import org.jspecify.annotations.NullMarked;
