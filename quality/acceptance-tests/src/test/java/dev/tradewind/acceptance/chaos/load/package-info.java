/** Load of a chaos run: shoppers and staff, what they buy, and what they know of the outcome. */
@NullMarked
package dev.tradewind.acceptance.chaos.load;

import org.jspecify.annotations.NullMarked;
