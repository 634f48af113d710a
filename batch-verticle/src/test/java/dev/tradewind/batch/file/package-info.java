@NullMarked
package dev.tradewind.batch.file;

import org.jspecify.annotations.NullMarked;
