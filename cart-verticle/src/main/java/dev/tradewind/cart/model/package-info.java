/**
 * Cart aggregate: immutable records, its builder and mutations, and the codec of its stored form.
 */
@NullMarked
package dev.tradewind.cart.model;

import org.jspecify.annotations.NullMarked;
