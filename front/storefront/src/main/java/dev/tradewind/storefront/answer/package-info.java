/** Answers of the store API as records, with the members that pages need. */
@NullMarked
package dev.tradewind.storefront.answer;

import org.jspecify.annotations.NullMarked;
