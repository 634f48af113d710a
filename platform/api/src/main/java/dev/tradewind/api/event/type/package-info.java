/** Types of the published events, from which their AsyncAPI document is generated. */
@NullMarked
package dev.tradewind.api.event.type;

import org.jspecify.annotations.NullMarked;
