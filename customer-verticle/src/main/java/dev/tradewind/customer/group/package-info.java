/** Groups that customers are put into. */
@NullMarked
package dev.tradewind.customer.group;

import org.jspecify.annotations.NullMarked;
