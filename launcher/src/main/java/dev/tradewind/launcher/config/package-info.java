/** Settings, their sources and the node configuration made of them. */
@NullMarked
package dev.tradewind.launcher.config;

import org.jspecify.annotations.NullMarked;
