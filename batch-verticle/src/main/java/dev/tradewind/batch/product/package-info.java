/** Products as CSV: exported, and imported again without a difference. */
@NullMarked
package dev.tradewind.batch.product;

import org.jspecify.annotations.NullMarked;
