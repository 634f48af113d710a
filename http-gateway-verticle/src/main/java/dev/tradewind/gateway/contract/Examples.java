package dev.tradewind.gateway.contract;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Recorded request and response of each operation, a file each, and the types of events that the
 * operations cause, which tests write. Operations that share a response share its example.
 */
final class Examples {

  private static final String JSON = "application/json";
  private static final String EXAMPLE = "example";
  private static final String EVENTS = "x-events";

  /**
   * Names the operation that an alias is the same as, so that its events are those of the alias.
   */
  static final String ALIAS_OF = "x-alias-of";

  private static final JsonObject NONE = new JsonObject();

  private Examples() {}

  /** Request, status and response of an operation; empty if none was recorded. */
  static JsonObject of(String operationId) {
    JsonObject example = read("examples/" + operationId);
    return example == null ? NONE : example;
  }

  /** Types of events by operation. */
  static JsonObject events() {
    return Objects.requireNonNull(read("events"));
  }

  private static @Nullable JsonObject read(String name) {
    try (InputStream in = Examples.class.getResourceAsStream("/openapi/" + name + ".json")) {
      return in == null ? null : new JsonObject(Buffer.buffer(in.readAllBytes()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Adds what is recorded of the operations of a document. */
  static JsonObject addTo(JsonObject document) {
    JsonObject events = events();
    for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
      for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
        JsonObject operation = (JsonObject) method.getValue();
        String id = operation.getString("operationId");
        JsonArray caused = events.getJsonArray(operation.getString(ALIAS_OF, id));
        if (caused != null) {
          operation.put(EVENTS, caused);
        }
        JsonObject example = of(id);
        add(
            example.getJsonObject("request"),
            Schemas.followed(operation.getJsonObject("requestBody", NONE), document));
        for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
          if (response.getKey().startsWith("2")) {
            add(
                example.getJsonObject("response"),
                Schemas.followed((JsonObject) response.getValue(), document));
          }
        }
      }
    }
    return document;
  }

  private static void add(@Nullable JsonObject example, JsonObject described) {
    JsonObject content = described.getJsonObject("content");
    JsonObject json = content == null ? null : content.getJsonObject(JSON);
    if (example != null && json != null) {
      json.getMap().putIfAbsent(EXAMPLE, example);
    }
  }
}
