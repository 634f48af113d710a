package dev.tradewind.batch.product;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Numbers of products and variants that an import creates and updates, in a job's result. */
final class ImportCounts {

  private static final List<String> OPERATIONS =
      List.of("PRODUCT_CREATE", "PRODUCT_UPDATE", "VARIANT_CREATE", "VARIANT_UPDATE");

  private final JsonObject counts = new JsonObject();

  ImportCounts() {
    OPERATIONS.forEach(operation -> counts.put(operation, 0));
  }

  void add(JsonObject more) {
    OPERATIONS.forEach(operation ->
        counts.put(operation, counts.getInteger(operation) + more.getInteger(operation)));
  }

  int sum() {
    return OPERATIONS.stream().mapToInt(counts::getInteger).sum();
  }

  JsonObject toJson() {
    return counts.copy();
  }

  /** Human-readable summary of the job. */
  JsonArray descriptors() {
    return new JsonArray()
        .add(
            new JsonObject()
                .put("key", "product-import-count")
                .put("name", "Products/variants to import")
                .put(
                    "message",
                    "There will be %s products created (%s  updated).\n             %s variants will be created and %s updated"
                        .formatted(OPERATIONS.stream().map(counts::getInteger).toArray())));
  }
}
