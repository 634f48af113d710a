package dev.tradewind.catalog.product.model;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * Change of a product's row.
 *
 * @param columns new values of the changed columns
 * @param firstImage thumbnail of a product that has none
 * @param metadata merged key by key; absent if it stays
 */
public record ProductChange(
    String id, JsonObject columns, @Nullable String firstImage, @Nullable JsonObject metadata) {

  private static final RecordCodec<ProductChange> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ProductChange.class);

  /** Change of parts only, which raises the version of the product. */
  public static ProductChange ofParts(String id) {
    return new ProductChange(id, new JsonObject(), null, null);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
