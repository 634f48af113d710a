package dev.tradewind.gateway.contract;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validator of responses against the contract; for tests, not for the request path. */
public final class ResponseValidator {

  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setBaseUri("contract://tradewind")
          .setDraft(Draft.DRAFT202012)
          .setOutputFormat(OutputFormat.Basic);

  private static final String DEFINED = "#/components/schemas/";
  private static final Pattern REFERENCE = Pattern.compile(DEFINED + "(\\w+)");

  /** Schema of a response without content, as 204. */
  private static final JsonObject NO_CONTENT = new JsonObject().put("const", "");

  /** Not a record: compared by identity, not by the whole document in it. */
  private static final class Promised {

    private final JsonObject schema;
    private final JsonObject document;
    private final boolean isText;

    private Promised(JsonObject schema, JsonObject document, boolean isText) {
      this.schema = schema;
      this.document = document;
      this.isText = isText;
    }
  }

  private final Map<String, Map<String, Promised>> answers = new HashMap<>();
  private final Map<Promised, Validator> validators = new ConcurrentHashMap<>();

  public ResponseValidator(Contract contract) {
    for (String surface : contract.surfaces()) {
      JsonObject document = contract.json(surface);
      for (Map.Entry<String, Object> path : document.getJsonObject("paths")) {
        for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
          read((JsonObject) method.getValue(), document);
        }
      }
    }
  }

  private void read(JsonObject operation, JsonObject document) {
    Map<String, Promised> byStatus = new HashMap<>();
    for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
      JsonObject described = Schemas.followed((JsonObject) response.getValue(), document);
      JsonObject content = described.getJsonObject("content", new JsonObject());
      JsonObject json = content.getJsonObject("application/json");
      JsonObject text = content.getJsonObject("text/plain");
      if (json != null) {
        byStatus.put(
            response.getKey(), new Promised(json.getJsonObject("schema"), document, false));
      } else if (text != null) {
        byStatus.put(response.getKey(), new Promised(text.getJsonObject("schema"), document, true));
      } else {
        byStatus.put(response.getKey(), new Promised(NO_CONTENT, document, true));
      }
    }
    answers.put(operation.getString("operationId"), byStatus);
  }

  private static Validator validator(Promised promised) {
    JsonObject definitions = new JsonObject();
    define(
        promised.schema,
        promised.document.getJsonObject("components").getJsonObject("schemas"),
        definitions);
    String complete = promised.schema.copy().put("$defs", definitions).encode();
    // Schemas may be recursive, so references stay, below the member for definitions of a schema.
    JsonObject standalone = new JsonObject(complete.replace(DEFINED, "#/$defs/"));
    return Validator.create(JsonSchema.of(standalone), OPTIONS);
  }

  /** Adds what the schema refers to: a validator takes time for each definition. */
  private static void define(JsonObject schema, JsonObject all, JsonObject definitions) {
    Matcher reference = REFERENCE.matcher(schema.encode());
    while (reference.find()) {
      String name = reference.group(1);
      if (!definitions.containsKey(name)) {
        definitions.put(name, withCounts(all.getJsonObject(name)));
        define(all.getJsonObject(name), all, definitions);
      }
    }
  }

  /** The schema with the counts of its relations, which stand beside those that are cut. */
  private static JsonObject withCounts(JsonObject schema) {
    JsonObject properties = schema.getJsonObject("properties");
    if (properties == null || !schema.containsKey("x-nested")) {
      return schema;
    }
    JsonObject counts = new JsonObject();
    properties.forEach(property -> {
      if (property.getValue() instanceof JsonObject value && value.containsKey("items")) {
        counts.put(property.getKey() + "_count", new JsonObject().put("type", "integer"));
      }
    });
    return schema.copy().put("properties", counts.mergeIn(properties));
  }

  /** The violations of a response; empty if it is valid. */
  public List<String> validate(String operationId, int status, @Nullable JsonObject body) {
    return validate(operationId, status, body == null ? "{}" : body.encode());
  }

  /** The violations of a raw response. */
  public List<String> validate(String operationId, int status, String body) {
    Map<String, Promised> byStatus = answers.get(operationId);
    if (byStatus == null) {
      return List.of("The contract has no operation " + operationId);
    }
    Promised promised = byStatus.get(Integer.toString(status));
    if (promised == null) {
      return List.of(operationId + " has no answer with status " + status);
    }
    Object answer = promised.isText ? body : decoded(body);
    if (answer == null) {
      return List.of("The answer is not an object: " + body);
    }
    Validator validator = validators.computeIfAbsent(promised, ResponseValidator::validator);
    OutputUnit result = validator.validate(answer);
    if (result.getValid()) {
      return List.of();
    }
    return result.getErrors().stream()
        .map(unit -> unit.getInstanceLocation() + ": " + unit.getError())
        .distinct()
        .toList();
  }

  private static @Nullable JsonObject decoded(String body) {
    try {
      return Json.decodeValue(body) instanceof JsonObject object ? object : null;
    } catch (DecodeException notJson) {
      return null;
    }
  }
}
