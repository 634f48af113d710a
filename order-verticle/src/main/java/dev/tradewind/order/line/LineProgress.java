package dev.tradewind.order.line;

import dev.tradewind.kernel.json.JsonName;
import org.jspecify.annotations.Nullable;

/** Fulfilled, shipped and returned units of a line item; each absent before the first one. */
public record LineProgress(
    @JsonName("fulfilled_quantity") @Nullable Long fulfilled,
    @JsonName("shipped_quantity") @Nullable Long shipped,
    @JsonName("returned_quantity") @Nullable Long returned) {

  public static final LineProgress NONE = new LineProgress(null, null, null);

  public long fulfilledUnits() {
    return units(fulfilled);
  }

  public long shippedUnits() {
    return units(shipped);
  }

  public long returnedUnits() {
    return units(returned);
  }

  private static long units(@Nullable Long units) {
    return units == null ? 0 : units;
  }
}
