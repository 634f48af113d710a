/** Turns what a client sent into input that an operation can trust, or says what is wrong. */
@NullMarked
package dev.tradewind.gateway.validation;

import org.jspecify.annotations.NullMarked;
