/** Export of orders. */
@NullMarked
package dev.tradewind.batch.order;

import org.jspecify.annotations.NullMarked;
