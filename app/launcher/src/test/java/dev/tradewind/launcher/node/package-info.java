@NullMarked
package dev.tradewind.launcher.node;

import org.jspecify.annotations.NullMarked;
