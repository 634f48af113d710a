/** Copying of the files of another server into the shop. */
@NullMarked
package dev.tradewind.launcher.file;

import org.jspecify.annotations.NullMarked;
