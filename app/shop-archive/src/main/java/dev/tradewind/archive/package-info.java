/** Archive of a whole shop: files of newline-delimited JSON, written and read by commands. */
@NullMarked
package dev.tradewind.archive;

import org.jspecify.annotations.NullMarked;
