/** The topics on which the shop tells downstream systems what happened. */
@NullMarked
package dev.tradewind.api.event;

import org.jspecify.annotations.NullMarked;
