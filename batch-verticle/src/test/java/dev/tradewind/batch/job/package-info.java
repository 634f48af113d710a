@NullMarked
package dev.tradewind.batch.job;

import org.jspecify.annotations.NullMarked;
