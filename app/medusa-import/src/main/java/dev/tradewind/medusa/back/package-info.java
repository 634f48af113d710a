/** The way back: sales of Tradewind become rows of the database of Medusa again. */
@NullMarked
package dev.tradewind.medusa.back;

import org.jspecify.annotations.NullMarked;
