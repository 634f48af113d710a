/** Projects of authors of plugins. */
@NullMarked
package dev.tradewind.launcher.plugin;

import org.jspecify.annotations.NullMarked;
