@NullMarked
package dev.tradewind.webhook.delivery;

import org.jspecify.annotations.NullMarked;
