package dev.tradewind.acceptance.event;

import static java.util.stream.Collectors.toUnmodifiableSet;

import dev.tradewind.api.event.type.AsyncApiDocument;
import dev.tradewind.api.event.type.ResourceSchemas;
import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.outbox.Topic;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * AsyncAPI document of the published events, {@code docs/events/asyncapi.yaml}. Events are checked
 * against closed schemas: consumers must accept properties that a later version adds, but the
 * document must describe those of this version.
 */
public final class EventDocument {

  public static final Path FILE = Home.folder().resolve("docs/events/asyncapi.yaml");

  public static final ResourceSchemas RESOURCES = Contract.load().resourceSchemas();

  private static final String BASE = "https://tradewind.test/events/";

  private final Map<String, Channel> channels = new HashMap<>();

  /** A topic as it is created, and its messages by event type. */
  private record Channel(Topic topic, Map<String, Message> messages) {}

  /**
   * @param hasTombstones whether an event may have no value
   */
  private record Message(
      Validator headers, Validator payload, boolean hasTombstones, List<JsonObject> examples) {}

  private EventDocument(JsonObject document) {
    JsonObject trait =
        document
            .getJsonObject("components")
            .getJsonObject("messageTraits")
            .getJsonObject("cloudEvent");
    Validator headers = validator(trait.getJsonObject("headers"), new JsonObject());
    JsonObject schemas = document.getJsonObject("components").getJsonObject("schemas");
    for (String name : document.getJsonObject("channels").fieldNames()) {
      JsonObject channel = document.getJsonObject("channels").getJsonObject(name);
      Map<String, Message> messages = new HashMap<>();
      for (String key : channel.getJsonObject("messages").fieldNames()) {
        JsonObject message =
            resolve(document, channel.getJsonObject("messages").getJsonObject(key));
        JsonObject payload = resolve(document, message.getJsonObject("payload"));
        messages.put(
            message.getString("name"),
            new Message(
                headers,
                validator(payload, isOfResource(payload) ? schemas : new JsonObject()),
                payload.getValue("type") instanceof JsonArray types && types.contains("null"),
                objects(message.getJsonArray("examples", new JsonArray()))));
      }
      Topic topic = topic(channel.getJsonObject("bindings").getJsonObject("kafka"));
      channels.put(topic.name(), new Channel(topic, messages));
    }
  }

  /** The document that the file must contain. */
  public static EventDocument load() {
    return new EventDocument(new JsonObject(AsyncApiDocument.document(RESOURCES).encode()));
  }

  public Set<Topic> topics() {
    return channels.values().stream().map(Channel::topic).collect(toUnmodifiableSet());
  }

  /** All event types; a type that ends in a parameter is given as {@code prefix.{parameter}}. */
  public Set<String> types() {
    return channels.values().stream()
        .flatMap(channel -> channel.messages().keySet().stream())
        .collect(toUnmodifiableSet());
  }

  /** The violations of every example in the document, each with its topic and event type. */
  public List<String> problemsOfExamples() {
    List<String> problems = new ArrayList<>();
    channels.forEach((topic, channel) ->
        channel
            .messages()
            .forEach((type, message) -> {
              if (message.examples().isEmpty()) {
                problems.add(topic + " " + type + " has no example");
              }
              message
                  .examples()
                  .forEach(example ->
                      problems.addAll(
                          problems(topic, type, message, example.getJsonObject("payload"))));
              message.examples().stream()
                  .filter(example -> example.containsKey("headers"))
                  .forEach(example ->
                      problems.addAll(
                          violations(message.headers(), example.getJsonObject("headers"))));
            }));
    return problems;
  }

  /**
   * The violations of a published event.
   *
   * @param headers header names and values of the Kafka record
   */
  public List<String> problems(String topic, JsonObject headers, @Nullable JsonObject data) {
    String type = headers.getString("ce_type");
    Channel channel = channels.get(topic);
    if (channel == null) {
      return List.of(topic + " is not described");
    }
    Message message = channel.messages().get(type);
    if (message == null) {
      message = channel.messages().get(parameterized(type));
    }
    if (message == null) {
      return List.of(topic + " " + type + " is not described");
    }
    List<String> problems = new ArrayList<>(violations(message.headers(), headers));
    problems.addAll(problems(topic, type, message, data));
    return problems;
  }

  private static List<String> problems(
      String topic, String type, Message message, @Nullable JsonObject data) {
    if (data == null) {
      return message.hasTombstones() ? List.of() : List.of(topic + " " + type + " has no value");
    }
    return violations(message.payload(), data).stream()
        .map(violation -> topic + " " + type + " " + data.encode() + ": " + violation)
        .toList();
  }

  private static String parameterized(String type) {
    return type.replaceFirst("^(oauth\\.token_generated)\\..*", "$1.{application}");
  }

  private static List<String> violations(Validator validator, JsonObject value) {
    OutputUnit output = validator.validate(value);
    if (Boolean.TRUE.equals(output.getValid())) {
      return List.of();
    }
    return output.getErrors().stream()
        .map(error -> error.getInstanceLocation() + " " + error.getError())
        .toList();
  }

  /** The state of an aggregate, which references schemas of the document. */
  private static boolean isOfResource(JsonObject payload) {
    return payload.encode().contains("\"$ref\"");
  }

  /**
   * @param referenced schemas below {@code #/components/schemas}
   */
  private static Validator validator(JsonObject schema, JsonObject referenced) {
    JsonObject closed =
        schema
            .copy()
            .put("additionalProperties", false)
            .put("components", new JsonObject().put("schemas", referenced));
    return Validator.create(
        JsonSchema.of(closed),
        new JsonSchemaOptions()
            .setBaseUri(BASE)
            .setDraft(Draft.DRAFT7)
            .setOutputFormat(OutputFormat.Basic));
  }

  private static JsonObject resolve(JsonObject document, JsonObject value) {
    String reference = value.getString("$ref");
    if (reference == null) {
      return value;
    }
    JsonObject found = document;
    for (String step : reference.substring("#/".length()).split("/")) {
      found = found.getJsonObject(step);
    }
    return found;
  }

  private static Topic topic(JsonObject binding) {
    JsonObject configuration = binding.getJsonObject("topicConfiguration");
    return new Topic(
        binding.getString("topic"),
        binding.getInteger("partitions"),
        Duration.ofMillis(configuration.getLong("retention.ms")),
        configuration.getJsonArray("cleanup.policy").contains("compact"));
  }

  private static List<JsonObject> objects(JsonArray array) {
    return array.stream().map(JsonObject.class::cast).toList();
  }
}
