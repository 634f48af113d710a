@NullMarked
package dev.tradewind.launcher.movein;

import org.jspecify.annotations.NullMarked;
