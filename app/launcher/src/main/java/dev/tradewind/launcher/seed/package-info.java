/** Initial and sample data. */
@NullMarked
package dev.tradewind.launcher.seed;

import org.jspecify.annotations.NullMarked;
