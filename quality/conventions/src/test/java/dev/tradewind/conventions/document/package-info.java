/** Pages of the documentation, their links and generated tables. */
@NullMarked
package dev.tradewind.conventions.document;

import org.jspecify.annotations.NullMarked;
