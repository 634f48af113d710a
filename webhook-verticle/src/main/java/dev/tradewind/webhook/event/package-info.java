/** Recorded events: intake, pull source and their CloudEvents form. */
@NullMarked
package dev.tradewind.webhook.event;

import org.jspecify.annotations.NullMarked;
