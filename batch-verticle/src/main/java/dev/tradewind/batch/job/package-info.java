/** Batch jobs: admin operations, workers and leases. */
@NullMarked
package dev.tradewind.batch.job;

import org.jspecify.annotations.NullMarked;
