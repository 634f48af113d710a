package dev.tradewind.gateway.contract;

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
import org.jspecify.annotations.Nullable;

/**
 * Tells whether an answer is one that the contract promises; for tests, not for the way of a
 * request.
 */
public final class ResponseValidator {

  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setBaseUri("contract://tradewind")
          .setDraft(Draft.DRAFT202012)
          .setOutputFormat(OutputFormat.Basic);

  private final Map<String, Map<String, Validator>> validators = new HashMap<>();

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
    Map<String, Validator> byStatus = new HashMap<>();
    for (Map.Entry<String, Object> response : operation.getJsonObject("responses")) {
      JsonObject described = Schemas.followed((JsonObject) response.getValue(), document);
      JsonObject json =
          described.getJsonObject("content", new JsonObject()).getJsonObject("application/json");
      if (json != null) {
        byStatus.put(response.getKey(), validator(json.getJsonObject("schema"), document));
      }
    }
    validators.put(operation.getString("operationId"), byStatus);
  }

  private static Validator validator(JsonObject schema, JsonObject document) {
    JsonObject definitions = document.getJsonObject("components").getJsonObject("schemas");
    String complete = schema.copy().put("$defs", definitions).encode();
    // Schemas may contain each other, so the references stay, into the place a schema keeps them.
    JsonObject standalone = new JsonObject(complete.replace("#/components/schemas/", "#/$defs/"));
    return Validator.create(JsonSchema.of(standalone), OPTIONS);
  }

  /** What is wrong with the answer; empty when it is as promised. */
  public List<String> validate(String operationId, int status, @Nullable JsonObject body) {
    Map<String, Validator> byStatus = validators.get(operationId);
    if (byStatus == null) {
      return List.of("The contract has no operation " + operationId);
    }
    Validator validator = byStatus.get(Integer.toString(status));
    if (validator == null) {
      return List.of(operationId + " has no JSON answer with status " + status);
    }
    OutputUnit result = validator.validate(body == null ? new JsonObject() : body);
    if (result.getValid()) {
      return List.of();
    }
    return result.getErrors().stream()
        .map(unit -> unit.getInstanceLocation() + ": " + unit.getError())
        .distinct()
        .toList();
  }

  /** The same for an answer as it came. */
  public List<String> validate(String operationId, int status, String body) {
    return Json.decodeValue(body) instanceof JsonObject object
        ? validate(operationId, status, object)
        : List.of("The answer is not an object: " + body);
  }
}
