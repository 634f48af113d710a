/** Resource descriptors of the catalog tables and of the relations between them. */
@NullMarked
package dev.tradewind.catalog.schema;

import org.jspecify.annotations.NullMarked;
