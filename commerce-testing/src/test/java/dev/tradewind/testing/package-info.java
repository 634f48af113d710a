@NullMarked
package dev.tradewind.testing;

import org.jspecify.annotations.NullMarked;
