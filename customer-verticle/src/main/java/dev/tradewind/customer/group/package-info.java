/** Customer groups. */
@NullMarked
package dev.tradewind.customer.group;

import org.jspecify.annotations.NullMarked;
