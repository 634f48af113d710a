/** Writing the rows of an aggregate root. */
@NullMarked
package dev.tradewind.kernel.resource.write;

import org.jspecify.annotations.NullMarked;
