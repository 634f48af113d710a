/** Built-in providers, which need no service outside of the shop. */
@NullMarked
package dev.tradewind.providers.builtin;

import org.jspecify.annotations.NullMarked;
