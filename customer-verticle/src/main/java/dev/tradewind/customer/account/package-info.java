/** What customers change of their own: their account and their addresses. */
@NullMarked
package dev.tradewind.customer.account;

import org.jspecify.annotations.NullMarked;
