package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Schema of one part of an operation's input, with its cached validator. */
final class CompiledSchema {

  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setBaseUri("contract://tradewind")
          .setDraft(Draft.DRAFT202012)
          .setOutputFormat(OutputFormat.Basic);

  private static final String MAX_LENGTH = "maxLength";

  /** Keywords of a text of limited length; an id is one that is not empty. */
  private static final Set<String> OF_TEXT = Set.of("type", MAX_LENGTH, "minLength", "x-id");

  private final JsonObject schema;
  private final @Nullable Coercion coercion;
  private final Validator validator;

  /**
   * Texts that are not empty, up to this length, are valid without the validator; 0 if it decides
   * about all input.
   */
  private final int shortTexts;

  private final Map<String, Object> defaults = new LinkedHashMap<>();

  private CompiledSchema(
      JsonObject schema, @Nullable Coercion coercion, Validator validator, int shortTexts) {
    this.schema = schema;
    this.coercion = coercion;
    this.validator = validator;
    this.shortTexts = shortTexts;
    for (Map.Entry<String, Object> property :
        schema.getJsonObject("properties", new JsonObject())) {
      Object value = ((JsonObject) property.getValue()).getValue("default");
      if (value != null) {
        defaults.put(property.getKey(), value);
      }
    }
  }

  static CompiledSchema ofQuery(JsonObject schema) {
    return new CompiledSchema(schema, Coercion.QUERY, validator(schema), 0);
  }

  static CompiledSchema ofBody(JsonObject schema) {
    // Only times have several forms in JSON; without them there is nothing to convert.
    return new CompiledSchema(
        schema,
        SchemaTypes.contains(schema, "date-time") ? Coercion.BODY : null,
        validator(schema),
        0);
  }

  /**
   * A matched path has a text for each of its parameters: any text of limited length that is not
   * empty is valid for most of them.
   */
  static CompiledSchema ofPath(JsonObject schema) {
    return new CompiledSchema(schema, null, validator(schema), textLength(schema));
  }

  /** Shortest maximum length of properties that are nothing but texts; 0 if there are others. */
  private static int textLength(JsonObject schema) {
    return schema.getJsonObject("properties", new JsonObject()).stream()
        .map(property -> (JsonObject) property.getValue())
        .mapToInt(property ->
            OF_TEXT.containsAll(property.fieldNames())
                    && "string".equals(property.getValue("type"))
                    && property.getInteger("minLength", 1) == 1
                ? property.getInteger(MAX_LENGTH, 0)
                : 0)
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  private boolean areShortTexts(JsonObject input) {
    return shortTexts > 0
        && input.stream()
            .allMatch(member ->
                member.getValue() instanceof String text
                    && !text.isEmpty()
                    && text.length() <= shortTexts);
  }

  /** The validator annotates its schema, so it gets a copy. */
  private static Validator validator(JsonObject schema) {
    return Validator.create(JsonSchema.of(Formats.owned(schema)), OPTIONS, Formats::check);
  }

  /** The input with its defaults, or a problem that lists all violations. */
  JsonObject accept(JsonObject fields) {
    InputSanitizer.check(fields);
    JsonObject input = coercion == null ? fields : coercion.object(schema, fields);
    if (!areShortTexts(input)) {
      OutputUnit result = validator.validate(input);
      if (!result.getValid()) {
        throw Problem.invalidData(new ValidationErrors(result).describe(schema, input));
      }
    }
    defaults.forEach((name, value) -> {
      if (!input.containsKey(name)) {
        input.put(name, value instanceof JsonObject object ? object.copy() : value);
      }
    });
    return input;
  }
}
