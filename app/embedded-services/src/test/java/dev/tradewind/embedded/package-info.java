@NullMarked
package dev.tradewind.embedded;

import org.jspecify.annotations.NullMarked;
