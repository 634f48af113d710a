/** The topics on which the shop tells downstream systems what happened. */
@NullMarked
package dev.tradewind.model.event;

import org.jspecify.annotations.NullMarked;
