package dev.tradewind.api.event.type;

import static dev.tradewind.api.event.type.EventChannel.capitalized;

import dev.tradewind.kernel.outbox.Topic;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** AsyncAPI 3.0 document of the published events, and the JSON Schema of each. */
public final class AsyncApiDocument {

  private static final String SCHEMAS = "#/components/schemas/";
  private static final String DEFINITIONS = "#/definitions/";
  private static final String BINDING_VERSION = "0.5.0";

  private AsyncApiDocument() {}

  /**
   * @param resources schemas of the resources of the API, by which states are described
   */
  public static JsonObject document(ResourceSchemas resources) {
    JsonObject channels = new JsonObject();
    JsonObject operations = new JsonObject();
    JsonObject messages = new JsonObject();
    JsonObject schemas = new JsonObject();
    for (EventChannel channel : EventTypes.CHANNELS) {
      channels.put(channel.name(), channel(channel));
      operations.put("publish" + capitalized(channel.name()) + "Events", operation(channel));
      for (EventType type : EventTypes.of(channel)) {
        messages.put(type.key(), message(type));
        schemas.put(type.payload().name(), type.payload().toJson(resources, SCHEMAS));
      }
    }
    EventTypes.ALL.forEach(type -> type.payload().addReferenced(resources, SCHEMAS, schemas));
    return new JsonObject()
        .put("asyncapi", "3.0.0")
        .put("info", info())
        .put("defaultContentType", "application/json")
        .put("servers", servers())
        .put("channels", channels)
        .put("operations", operations)
        .put(
            "components",
            new JsonObject()
                .put("messages", messages)
                .put("messageTraits", new JsonObject().put("cloudEvent", trait()))
                .put("schemas", schemas));
  }

  /** Self-contained JSON Schema of the data of one event type. */
  public static JsonObject schema(EventType type, ResourceSchemas resources) {
    JsonObject definitions = new JsonObject();
    type.payload().addReferenced(resources, DEFINITIONS, definitions);
    JsonObject schema =
        new JsonObject()
            .put("$schema", "http://json-schema.org/draft-07/schema#")
            .put("$id", EventSchemas.path(type))
            .put("title", type.name())
            .mergeIn(type.payload().toJson(resources, DEFINITIONS));
    return definitions.isEmpty() ? schema : schema.put("definitions", definitions);
  }

  private static JsonObject info() {
    return new JsonObject()
        .put("title", "Tradewind events")
        .put("version", "1.0.0")
        .put(
            "description",
            "Events of the shop on Kafka, for downstream systems. CloudEvents 1.0 in Kafka binary"
                + " mode: attributes are record headers, the value is the JSON data. Delivery is at"
                + " least once and in order per key. Within a major version of a topic only"
                + " additions are made: consumers must ignore unknown properties, headers and event"
                + " types. The names of topics begin with TRADEWIND_KAFKA_TOPIC_PREFIX, which is"
                + " empty by default.");
  }

  private static JsonObject servers() {
    JsonObject bootstrap =
        new JsonObject()
            .put("default", "localhost:29092")
            .put("description", "Host and port; the embedded broker by default.");
    JsonObject kafka =
        new JsonObject()
            .put("host", "{bootstrap}")
            .put("protocol", "kafka")
            .put("description", "Broker list of TRADEWIND_KAFKA_BOOTSTRAP.")
            .put("variables", new JsonObject().put("bootstrap", bootstrap));
    return new JsonObject().put("kafka", kafka);
  }

  private static JsonObject channel(EventChannel channel) {
    JsonObject messages = new JsonObject();
    EventTypes.of(channel)
        .forEach(type -> messages.put(type.key(), reference("components/messages", type.key())));
    JsonObject configuration =
        new JsonObject()
            .put(
                "cleanup.policy",
                new JsonArray().add(channel.topic().compacted() ? "compact" : "delete"))
            .put("retention.ms", channel.topic().retention().toMillis());
    if (channel.topic().compacted()) {
      configuration.put("max.message.bytes", Topic.MAX_COMPACTED_BYTES);
    }
    JsonObject kafka =
        new JsonObject()
            .put("topic", channel.topic().name())
            .put("partitions", channel.topic().partitions())
            .put("topicConfiguration", configuration)
            .put("bindingVersion", BINDING_VERSION);
    return new JsonObject()
        .put("address", channel.topic().name())
        .put("title", channel.title())
        .put("description", "Partition key: " + channel.partitionKey() + ".")
        .put("messages", messages)
        .put("bindings", new JsonObject().put("kafka", kafka));
  }

  private static JsonObject operation(EventChannel channel) {
    String title = channel.title();
    return new JsonObject()
        .put("action", "send")
        .put("channel", reference("channels", channel.name()))
        .put(
            "summary",
            "Publishes events of "
                + Character.toLowerCase(title.charAt(0))
                + title.substring(1)
                + ".");
  }

  private static JsonObject message(EventType type) {
    JsonObject message =
        new JsonObject()
            .put("name", type.name())
            .put("summary", type.summary())
            .put("traits", new JsonArray().add(reference("components/messageTraits", "cloudEvent")))
            .put("payload", reference("components/schemas", type.payload().name()));
    EventExamples.find(type)
        .ifPresent(example ->
            message.put(
                "examples",
                new JsonArray().add(new JsonObject().put("name", "recorded").mergeIn(example))));
    return message;
  }

  private static JsonObject reference(String folder, String name) {
    return new JsonObject().put("$ref", "#/" + folder + "/" + name);
  }

  private static JsonObject trait() {
    JsonObject key =
        new JsonObject()
            .put("type", "string")
            .put("description", "Partition key, see the channel.");
    return new JsonObject()
        .put(
            "bindings",
            new JsonObject()
                .put(
                    "kafka",
                    new JsonObject().put("key", key).put("bindingVersion", BINDING_VERSION)))
        .put("headers", CloudEventHeaders.schema());
  }
}
