/** Project files, libraries and scripts of the build. */
@NullMarked
package dev.tradewind.conventions.build;

import org.jspecify.annotations.NullMarked;
