/** The command line, and a node put together from verticles and the services they stand on. */
@NullMarked
package dev.tradewind.launcher;

import org.jspecify.annotations.NullMarked;
