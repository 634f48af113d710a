/** Resource descriptors of customers, groups and users. */
@NullMarked
package dev.tradewind.customer.schema;

import org.jspecify.annotations.NullMarked;
