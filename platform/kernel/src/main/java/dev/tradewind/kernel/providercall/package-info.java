/**
 * Recorded calls of providers: committed before they are made, made under the key of the record
 * until their outcome is known, and finished once.
 */
@NullMarked
package dev.tradewind.kernel.providercall;

import org.jspecify.annotations.NullMarked;
