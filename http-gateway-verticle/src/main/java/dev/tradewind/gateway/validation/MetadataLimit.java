package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Size limit of metadata from shoppers, which is returned with every response of its resource. */
final class MetadataLimit {

  /** Bytes of the metadata of one resource. */
  static final int LARGEST = 16 * 1024;

  private MetadataLimit() {}

  /**
   * @throws dev.tradewind.kernel.operation.ProblemException {@code InvalidData} if a property of
   *     that name is too large, at any depth
   */
  static void check(JsonObject body) {
    for (Map.Entry<String, Object> property : body) {
      if (property.getKey().equals("metadata")
          && property.getValue() instanceof JsonObject metadata
          && metadata.toBuffer().length() > LARGEST) {
        throw new Problem.InvalidData(
                "metadata must be smaller than or equal to " + LARGEST + " bytes")
            .toException();
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
