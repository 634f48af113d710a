/** Files: uploads, exports and signed links. */
@NullMarked
package dev.tradewind.batch.file;

import org.jspecify.annotations.NullMarked;
