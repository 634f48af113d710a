/** Routes of plugins. */
@NullMarked
package dev.tradewind.gateway.plugin;

import org.jspecify.annotations.NullMarked;
