package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.operation.SizeLimit;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Size limit of metadata in a request: every response of its resource shows it. */
final class MetadataLimit {

  private MetadataLimit() {}

  /**
   * @throws dev.tradewind.kernel.operation.Problem {@code InvalidData} if a property of that name
   *     is too large, at any depth
   */
  static void check(JsonObject body) {
    for (Map.Entry<String, Object> property : body) {
      if (property.getKey().equals("metadata")
          && property.getValue() instanceof JsonObject metadata) {
        SizeLimit.METADATA.require("metadata", metadata);
      }
      checkValue(property.getValue());
    }
  }

  private static void checkValue(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      check(object);
    } else if (value instanceof JsonArray array) {
      array.forEach(MetadataLimit::checkValue);
    }
  }
}
