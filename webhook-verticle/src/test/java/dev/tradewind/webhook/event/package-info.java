@NullMarked
package dev.tradewind.webhook.event;

import org.jspecify.annotations.NullMarked;
