package dev.tradewind.batch.product;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;

/**
 * Lines of a file that follow each other and say the same handle: one product and its variants, in
 * the form that the catalogue takes.
 *
 * @param line the first of them
 * @param document {@code handle}, {@code id}, {@code body} and the rest of what the first line says
 *     of the product; {@code variants} of all lines
 */
record ImportedProduct(long line, String handle, JsonObject document) {

  JsonArray variants() {
    return document.getJsonArray("variants");
  }

  long lastLine() {
    return variants().getJsonObject(variants().size() - 1).getLong("line");
  }

  /** The file has said the handle before: only the variants are new. */
  void setContinued() {
    document.put("is_continued", true);
  }

  /**
   * The file has said the options of some of the variants before.
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
