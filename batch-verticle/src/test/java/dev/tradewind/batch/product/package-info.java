@NullMarked
package dev.tradewind.batch.product;

import org.jspecify.annotations.NullMarked;
