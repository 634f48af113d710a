package dev.tradewind.order.line;

import org.jspecify.annotations.Nullable;

/** Fulfilled, shipped and returned units of a line item; each absent before the first one. */
public record LineProgress(
    @Nullable Long fulfilled, @Nullable Long shipped, @Nullable Long returned) {

  static final LineProgress NONE = new LineProgress(null, null, null);
}
