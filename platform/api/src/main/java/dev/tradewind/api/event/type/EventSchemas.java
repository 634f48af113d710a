package dev.tradewind.api.event.type;

import dev.tradewind.kernel.outbox.DataSchemas;
import org.jspecify.annotations.Nullable;

/**
 * URLs of the schemas of events, as the gateway serves them.
 *
 * @param publicUrl of the gateway, without a slash at the end
 */
public record EventSchemas(String publicUrl) implements DataSchemas {

  private static final String FOLDER = "/docs/events/schemas/";

  /** Path of the schema of a type on the gateway. */
  public static String path(EventType type) {
    return FOLDER + type.topic() + "/" + type.key() + ".json";
  }

  @Override
  public @Nullable String urlOf(String topic, String type) {
    return EventTypes.find(topic, type).map(known -> publicUrl + path(known)).orElse(null);
  }
}
