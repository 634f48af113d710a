/** Secrets that a node generates itself. */
@NullMarked
package dev.tradewind.launcher.config.secret;

import org.jspecify.annotations.NullMarked;
