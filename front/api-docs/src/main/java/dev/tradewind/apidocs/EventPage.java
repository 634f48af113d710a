package dev.tradewind.apidocs;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Content of the page of the published events, read from their AsyncAPI document. */
final class EventPage {

  private final JsonObject document;
  private final ApiReference reference;
  private final SchemaRows schemas;

  /** Topic with its types of events. */
  record Channel(
      String topic, String title, String description, int partitions, List<Message> messages) {}

  /**
   * @param causes operations that cause such events
   */
  record Message(
      String key,
      String name,
      String summary,
      List<SchemaRow> rows,
      @Nullable String example,
      List<ApiReference.Operation> causes) {}

  EventPage(JsonObject document, ApiReference reference) {
    this.document = document;
    this.reference = reference;
    this.schemas = new SchemaRows(document);
  }

  /** Headers of every record. */
  List<SchemaRow> headers() {
    return schemas.of(component("messageTraits", "cloudEvent").getJsonObject("headers"));
  }

  List<Channel> channels() {
    return document.getJsonObject("channels").stream()
        .map(entry -> (JsonObject) entry.getValue())
        .map(channel ->
            new Channel(
                channel.getString("address"),
                channel.getString("title"),
                channel.getString("description"),
                channel.getJsonObject("bindings").getJsonObject("kafka").getInteger("partitions"),
                channel.getJsonObject("messages").fieldNames().stream()
                    .map(key -> message(key, component("messages", key)))
                    .toList()))
        .toList();
  }

  private Message message(String key, JsonObject message) {
    return new Message(
        key,
        message.getString("name"),
        message.getString("summary"),
        // The page of an operation shows what is in a resource.
        schemas.of(message.getJsonObject("payload")).stream().map(EventPage::closed).toList(),
        example(message.getJsonArray("examples")),
        reference.causesOf(key));
  }

  private static SchemaRow closed(SchemaRow row) {
    return new SchemaRow(
        row.name(),
        row.type(),
        row.isRequired(),
        row.isNullable(),
        row.limits(),
        row.values(),
        row.description(),
        List.of());
  }

  private static @Nullable String example(@Nullable JsonArray examples) {
    if (examples == null) {
      return null;
    }
    if (examples.getJsonObject(0).getValue("payload") instanceof JsonObject data) {
      return ReferenceReader.pretty(data);
    }
    return "null";
  }

  private JsonObject component(String folder, String name) {
    return document.getJsonObject("components").getJsonObject(folder).getJsonObject(name);
  }
}
