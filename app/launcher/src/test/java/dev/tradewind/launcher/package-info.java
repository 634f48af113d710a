@NullMarked
package dev.tradewind.launcher;

import org.jspecify.annotations.NullMarked;
