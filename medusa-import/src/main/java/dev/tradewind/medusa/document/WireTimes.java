package dev.tradewind.medusa.document;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of the times of documents from PostgreSQL's JSON form to the form of responses.
 * Documents of others, such as metadata, stay as they are.
 */
final class WireTimes {

  private static final Set<String> OPAQUE = Set.of("metadata", "data", "context");

  private WireTimes() {}

  static @Nullable String of(@Nullable String time) {
    return time == null ? null : Timestamps.format(Timestamps.parse(time));
  }

  static @Nullable JsonObject of(@Nullable JsonObject document) {
    if (document == null) {
      return null;
    }
    JsonObject converted = new JsonObject();
    document.forEach(member -> {
      Object value = member.getValue();
      if (member.getKey().endsWith("_at") && value instanceof String time) {
        converted.put(member.getKey(), of(time));
      } else if (value instanceof JsonObject nested && !OPAQUE.contains(member.getKey())) {
        converted.put(member.getKey(), of(nested));
      } else {
        converted.put(member.getKey(), value);
      }
    });
    return converted;
  }

  /** The converted documents; none without an array. */
  static JsonArray of(@Nullable JsonArray documents) {
    JsonArray converted = new JsonArray();
    if (documents != null) {
      documents.forEach(each -> converted.add(of((JsonObject) each)));
    }
    return converted;
  }
}
