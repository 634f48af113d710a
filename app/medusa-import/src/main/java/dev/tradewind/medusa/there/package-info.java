/** The move of a whole shop into a new Tradewind, its report and its verification. */
@NullMarked
package dev.tradewind.medusa.there;

import org.jspecify.annotations.NullMarked;
