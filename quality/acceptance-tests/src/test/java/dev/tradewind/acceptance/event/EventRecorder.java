package dev.tradewind.acceptance.event;

import dev.tradewind.api.event.type.EventExamples;
import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.testing.Modules;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Recorder of the examples of the event document. Acceptance tests that run with {@code
 * -Dtradewind.events.record=true} replace the examples by the first event of each type they read,
 * unless it is very long.
 */
public final class EventRecorder {

  private static final Path FOLDER =
      Modules.folder("commerce-api").resolve("src/main/resources").resolve(EventExamples.FOLDER);

  private static final int SHOWN_OF_TOKEN = 36;
  private static final int MAX_LENGTH = 10_000;

  private static final Set<EventType> RECORDED = new HashSet<>();

  private EventRecorder() {}

  public static synchronized void record(String topic, JsonObject headers, JsonObject data) {
    EventType type = EventTypes.find(topic, headers.getString("ce_type")).orElseThrow();
    boolean isReadable = data != null && data.encode().length() <= MAX_LENGTH;
    if (!isReadable || !RECORDED.add(type)) {
      return;
    }
    JsonObject example =
        new JsonObject().put("headers", headers).put("payload", withoutToken(data));
    try {
      Files.writeString(
          FOLDER.resolve(type.key() + ".json"), example.encodePrettily().strip() + "\n");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static JsonObject withoutToken(JsonObject data) {
    JsonObject copy = data.copy();
    JsonObject values = copy.getValue("data") instanceof JsonObject given ? given : copy;
    String token = values.getString("token");
    if (token != null) {
      values.put("token", token.substring(0, Math.min(SHOWN_OF_TOKEN, token.length())) + "...");
    }
    return copy;
  }
}
