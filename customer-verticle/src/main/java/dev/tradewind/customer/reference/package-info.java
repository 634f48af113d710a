/** References that other verticles hold to users and customer groups. */
@NullMarked
package dev.tradewind.customer.reference;

import org.jspecify.annotations.NullMarked;
