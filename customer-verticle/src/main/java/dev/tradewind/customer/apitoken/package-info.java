/** API tokens that users make for programs. */
@NullMarked
package dev.tradewind.customer.apitoken;

import org.jspecify.annotations.NullMarked;
