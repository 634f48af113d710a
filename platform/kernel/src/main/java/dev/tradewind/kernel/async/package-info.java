/** Asynchronous steps one after another. */
@NullMarked
package dev.tradewind.kernel.async;

import org.jspecify.annotations.NullMarked;
