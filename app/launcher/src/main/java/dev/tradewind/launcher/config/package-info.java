/** Settings, their sources and the node configuration derived from them. */
@NullMarked
package dev.tradewind.launcher.config;

import org.jspecify.annotations.NullMarked;
