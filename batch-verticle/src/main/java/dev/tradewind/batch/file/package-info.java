/** Files: uploaded, made by exports, read through signed links. */
@NullMarked
package dev.tradewind.batch.file;

import org.jspecify.annotations.NullMarked;
