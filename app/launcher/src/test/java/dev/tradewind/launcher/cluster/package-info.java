@NullMarked
package dev.tradewind.launcher.cluster;

import org.jspecify.annotations.NullMarked;
