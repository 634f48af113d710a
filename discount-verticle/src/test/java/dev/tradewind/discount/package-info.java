@NullMarked
package dev.tradewind.discount;

import org.jspecify.annotations.NullMarked;
