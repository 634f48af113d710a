/** What calls of all kinds of providers have in common. */
@NullMarked
package dev.tradewind.providers;

import org.jspecify.annotations.NullMarked;
