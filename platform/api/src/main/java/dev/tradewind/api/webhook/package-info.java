/** Contract of the webhook verticle. */
@NullMarked
package dev.tradewind.api.webhook;

import org.jspecify.annotations.NullMarked;
