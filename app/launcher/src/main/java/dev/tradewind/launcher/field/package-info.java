/** Declared fields on the command line. */
@NullMarked
package dev.tradewind.launcher.field;

import org.jspecify.annotations.NullMarked;
