/** Foundation of every verticle, free of shop terms. */
@NullMarked
package dev.tradewind.kernel;

import org.jspecify.annotations.NullMarked;
