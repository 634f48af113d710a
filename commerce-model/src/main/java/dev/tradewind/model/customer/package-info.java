/** What other verticles may ask the customer verticle. */
@NullMarked
package dev.tradewind.model.customer;

import org.jspecify.annotations.NullMarked;
