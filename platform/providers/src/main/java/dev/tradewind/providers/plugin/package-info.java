/** Plugins of a node: found in jars, started with their settings, checked and closed. */
@NullMarked
package dev.tradewind.providers.plugin;

import org.jspecify.annotations.NullMarked;
