/** Batch jobs: what staff see of them, and who works on them. */
@NullMarked
package dev.tradewind.batch.job;

import org.jspecify.annotations.NullMarked;
