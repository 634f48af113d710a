package dev.tradewind.batch.product;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Product of an import file: consecutive lines with the same handle, in the form that the catalog
 * verticle accepts.
 *
 * @param line first line of the product
 * @param document {@code handle}, {@code id}, {@code body} and further product fields of the first
 *     line; {@code variants} of all lines
 */
record ImportedProduct(long line, String handle, JsonObject document) {

  JsonArray variants() {
    return document.getJsonArray("variants");
  }

  long lastLine() {
    return variants().getJsonObject(variants().size() - 1).getLong("line");
  }

  /** Marks a handle that occurred earlier in the file: only the variants are new. */
  void setContinued() {
    document.put("is_continued", true);
  }

  /**
   * Marks variants whose options occurred earlier in the file.
   *
   * @param firstLines by the line of the variant
   */
  void setSameOptions(Map<Long, Long> firstLines) {
    for (Object each : variants()) {
      JsonObject variant = (JsonObject) each;
      Long first = firstLines.get(variant.getLong("line"));
      if (first != null) {
        variant.put("same_options_as", first);
      }
    }
  }
}
