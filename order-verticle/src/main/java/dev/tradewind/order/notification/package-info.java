/** Notifications about events, sent by the installed providers. */
@NullMarked
package dev.tradewind.order.notification;

import org.jspecify.annotations.NullMarked;
