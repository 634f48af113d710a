/** Audit log: append-only entries with a hash chain, in the schema of each verticle. */
@NullMarked
package dev.tradewind.kernel.audit;

import org.jspecify.annotations.NullMarked;
