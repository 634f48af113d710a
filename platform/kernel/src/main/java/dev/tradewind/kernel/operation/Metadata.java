package dev.tradewind.kernel.operation;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Merge of {@code metadata} in documents. In rows, the statement that writes them merges it, with
 * the same limit (SQL function {@code merged_metadata}).
 */
public final class Metadata {

  private Metadata() {}

  /**
   * Metadata with the given keys merged into the present ones; an empty text deletes its key. What
   * staff keep is merged alike.
   *
   * @throws Problem {@code InvalidData} if it grows beyond {@link SizeLimit#METADATA}
   */
  public static JsonObject merged(@Nullable JsonObject current, JsonObject input) {
    JsonObject merged = current == null ? new JsonObject() : current.copy();
    input.forEach(member -> {
      if ("".equals(member.getValue())) {
        merged.remove(member.getKey());
      } else if (member.getKey().equals(StaffMetadata.KEY)
          && merged.getValue(StaffMetadata.KEY) instanceof JsonObject kept
          && member.getValue() instanceof JsonObject given) {
        merged.put(StaffMetadata.KEY, merged(kept, given));
      } else {
        merged.put(member.getKey(), member.getValue());
      }
    });
    return SizeLimit.METADATA.require("metadata", merged);
  }
}
