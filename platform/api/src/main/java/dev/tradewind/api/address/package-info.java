/** Addresses, shared by all verticles that store them. */
@NullMarked
package dev.tradewind.api.address;

import org.jspecify.annotations.NullMarked;
