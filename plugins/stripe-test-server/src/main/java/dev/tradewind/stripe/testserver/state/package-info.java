/** State of the account: payment intents, charges, refunds, disputes, customers and events. */
@NullMarked
package dev.tradewind.stripe.testserver.state;

import org.jspecify.annotations.NullMarked;
