package dev.tradewind.catalog.product.model;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.write.RowChange;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values by column of the fields of a document that are written unchanged. */
final class ColumnValues {

  private ColumnValues() {}

  /**
   * Values of the mentioned columns.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for a fraction
   */
  static JsonObject of(JsonObject document, List<String> columns) {
    JsonObject values = RowChange.pick(document, columns.toArray(String[]::new));
    values.getMap().replaceAll(ColumnValues::whole);
    return values;
  }

  /** Converts a whole number that JSON wrote with a decimal point, which the database refuses. */
  private static @Nullable Object whole(String column, @Nullable Object value) {
    if (!(value instanceof Number number)) {
      return value;
    }
    if (number.doubleValue() != Math.rint(number.doubleValue())) {
      throw Problem.invalidData(column + " must be an integer number");
    }
    return number.longValue();
  }
}
