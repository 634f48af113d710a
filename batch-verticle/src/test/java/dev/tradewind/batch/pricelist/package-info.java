@NullMarked
package dev.tradewind.batch.pricelist;

import org.jspecify.annotations.NullMarked;
