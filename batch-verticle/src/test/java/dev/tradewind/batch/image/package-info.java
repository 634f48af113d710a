@NullMarked
package dev.tradewind.batch.image;

import org.jspecify.annotations.NullMarked;
