/** Routes that the shop's own services answer: their file, their callers, and the requests. */
@NullMarked
package dev.tradewind.gateway.forward;

import org.jspecify.annotations.NullMarked;
