/** Comparison of a restored database with Kafka and the storage of files. */
@NullMarked
package dev.tradewind.launcher.restore;

import org.jspecify.annotations.NullMarked;
