package dev.tradewind.catalog.product.model;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Change of metadata key by key.
 *
 * @param set new values by key
 * @param removed keys to remove
 */
public record MetadataChange(JsonObject set, List<String> removed) {

  /** Change to the mentioned keys, where an empty text removes its key; absent without keys. */
  public static @Nullable MetadataChange of(@Nullable JsonObject metadata) {
    if (metadata == null || metadata.isEmpty()) {
      return null;
    }
    JsonObject set = new JsonObject();
    List<String> removed = new ArrayList<>();
    metadata.forEach(entry -> {
      if ("".equals(entry.getValue())) {
        removed.add(entry.getKey());
      } else {
        set.put(entry.getKey(), entry.getValue());
      }
    });
    return new MetadataChange(set, removed);
  }
}
