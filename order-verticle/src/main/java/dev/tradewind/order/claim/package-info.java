/** Claims: goods that are missing, wrong or broken, refunded or replaced. */
@NullMarked
package dev.tradewind.order.claim;

import org.jspecify.annotations.NullMarked;
