/** Input validation: turns the request of a client into trusted input, or reports its errors. */
@NullMarked
package dev.tradewind.gateway.validation;

import org.jspecify.annotations.NullMarked;
