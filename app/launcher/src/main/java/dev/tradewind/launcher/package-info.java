/** Command line, and the node assembled from verticles and backing services. */
@NullMarked
package dev.tradewind.launcher;

import org.jspecify.annotations.NullMarked;
