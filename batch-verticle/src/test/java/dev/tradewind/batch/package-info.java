@NullMarked
package dev.tradewind.batch;

import org.jspecify.annotations.NullMarked;
