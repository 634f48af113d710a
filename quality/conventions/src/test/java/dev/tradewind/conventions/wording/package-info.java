/** Words of code, pages, commits and of what shoppers read. */
@NullMarked
package dev.tradewind.conventions.wording;

import org.jspecify.annotations.NullMarked;
