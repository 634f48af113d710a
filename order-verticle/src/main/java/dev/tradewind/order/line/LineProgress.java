package dev.tradewind.order.line;

import org.jspecify.annotations.Nullable;

/** Units of a line that were fulfilled, shipped and returned; each absent until it is counted. */
public record LineProgress(
    @Nullable Long fulfilled, @Nullable Long shipped, @Nullable Long returned) {

  static final LineProgress NONE = new LineProgress(null, null, null);
}
