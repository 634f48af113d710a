/** Order edits: changes of line items, their confirmation and the amount due. */
@NullMarked
package dev.tradewind.order.edit;

import org.jspecify.annotations.NullMarked;
