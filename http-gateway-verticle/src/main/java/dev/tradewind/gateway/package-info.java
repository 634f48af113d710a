/** The door: routes every operation of the contract, validates it, forwards it and answers. */
@NullMarked
package dev.tradewind.gateway;

import org.jspecify.annotations.NullMarked;
