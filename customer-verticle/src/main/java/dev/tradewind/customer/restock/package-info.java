/** E-mails to shoppers about variants that can be bought again. */
@NullMarked
package dev.tradewind.customer.restock;

import org.jspecify.annotations.NullMarked;
