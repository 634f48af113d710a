/** What is many: batch jobs, import and export. */
@NullMarked
package dev.tradewind.batch;

import org.jspecify.annotations.NullMarked;
