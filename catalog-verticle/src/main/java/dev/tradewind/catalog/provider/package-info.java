/** The providers that the shop knows of. */
@NullMarked
package dev.tradewind.catalog.provider;

import org.jspecify.annotations.NullMarked;
