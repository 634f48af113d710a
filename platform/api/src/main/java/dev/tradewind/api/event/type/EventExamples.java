package dev.tradewind.api.event.type;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Recorded examples of events: the headers and data of one Kafka record per type. */
public final class EventExamples {

  /** Folder of the examples among the resources. */
  public static final String FOLDER = "events/examples/";

  private EventExamples() {}

  public static Optional<JsonObject> find(EventType type) {
    String name = "/" + FOLDER + type.key() + ".json";
    try (InputStream in = EventExamples.class.getResourceAsStream(name)) {
      if (in == null) {
        return Optional.empty();
      }
      return Optional.of(Buffer.buffer(in.readAllBytes()).toJsonObject());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
