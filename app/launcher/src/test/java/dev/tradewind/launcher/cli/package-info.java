@NullMarked
package dev.tradewind.launcher.cli;

import org.jspecify.annotations.NullMarked;
