@NullMarked
package dev.tradewind.webhook.subscription;

import org.jspecify.annotations.NullMarked;
