/** Plugins with tables and work of their own. */
@NullMarked
package dev.tradewind.acceptance.plugin;

import org.jspecify.annotations.NullMarked;
