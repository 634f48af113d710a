/** References that other verticles hold to catalog rows. */
@NullMarked
package dev.tradewind.catalog.reference;

import org.jspecify.annotations.NullMarked;
