/** Products by the hundred, for exports and imports. */
@NullMarked
package dev.tradewind.catalog.bulk;

import org.jspecify.annotations.NullMarked;
