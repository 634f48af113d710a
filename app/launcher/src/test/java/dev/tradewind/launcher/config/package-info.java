@NullMarked
package dev.tradewind.launcher.config;

import org.jspecify.annotations.NullMarked;
