/** Batch verticle: CSV import and export, file storage. */
@NullMarked
package dev.tradewind.batch;

import org.jspecify.annotations.NullMarked;
