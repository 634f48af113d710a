/** E-mail addresses and notification events. */
@NullMarked
package dev.tradewind.customer.mail;

import org.jspecify.annotations.NullMarked;
