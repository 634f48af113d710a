package dev.tradewind.order;

import org.jspecify.annotations.Nullable;

/** Units of a line that were fulfilled, shipped and returned; each absent until it is counted. */
record LineProgress(@Nullable Long fulfilled, @Nullable Long shipped, @Nullable Long returned) {

  static final LineProgress NONE = new LineProgress(null, null, null);
}
