/** CSV files of jobs: reading, writing, and the course of their imports and exports. */
@NullMarked
package dev.tradewind.batch.csv;

import org.jspecify.annotations.NullMarked;
