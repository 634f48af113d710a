package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.text.Dates;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of values into the form of the schema, where the client's form is equivalent: numbers
 * and booleans of a query are texts, times have many forms. An inconvertible value stays as it is,
 * for the validator to reject.
 */
enum Coercion {
  /** All values are texts; an array of one text holds a comma-separated list. */
  QUERY {
    @Override
    @Nullable Object scalar(JsonObject schema, Object value) {
      if (!(value instanceof String text)) {
        return value;
      }
      if (text.equals("null") && schema.getBoolean("x-null", false)) {
        return null; // Selects rows without a value.
      }
      return switch (SchemaTypes.type(schema)) {
        case "number", "integer" -> number(text);
        case "boolean" -> bool(text);
        case "string" -> SchemaTypes.isDate(schema) ? time(Dates.fromQuery(text), text) : text;
        default -> text;
      };
    }

    /**
     * A selection given empty selects nothing; any other array given empty ({@code groups=})
     * filters nothing. One empty element ({@code id[]=}) is a filter that no row meets.
     */
    @Override
    boolean isAbsent(String name, JsonObject schema, @Nullable Object value) {
      return !SELECTIONS.contains(name)
          && SchemaTypes.type(schema).equals("array")
          && "".equals(value);
    }

    @Override
    JsonArray list(JsonArray values) {
      if (values.size() != 1 || !(values.getValue(0) instanceof String text)) {
        return values;
      }
      JsonArray split = new JsonArray();
      for (String element : text.split(",", -1)) {
        split.add(element);
      }
      return split;
    }
  },

  /** JSON is typed; only times are normalized. */
  BODY {
    @Override
    @Nullable Object scalar(JsonObject schema, Object value) {
      return SchemaTypes.isDate(schema) ? time(Dates.fromBody(value), value) : value;
    }

    @Override
    boolean isAbsent(String name, JsonObject schema, @Nullable Object value) {
      return false;
    }

    @Override
    JsonArray list(JsonArray values) {
      return values;
    }
  };

  private static final Set<String> SELECTIONS = Set.of("expand", "fields");

  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\d{1,400}(\\.\\d{0,400})?|\\.\\d{1,400})([eE][-+]?\\d{1,4})?");

  abstract @Nullable Object scalar(JsonObject schema, Object value);

  /** Whether a value counts as not given. */
  abstract boolean isAbsent(String name, JsonObject schema, @Nullable Object value);

  abstract JsonArray list(JsonArray values);

  @Nullable Object apply(JsonObject schema, @Nullable Object value) {
    if (value == null) {
      return null;
    }
    JsonArray alternatives = schema.getJsonArray("anyOf");
    if (alternatives != null) {
      JsonObject chosen = SchemaTypes.ofSameShape(alternatives, value);
      return chosen == null ? value : apply(chosen, value);
    }
    return switch (value) {
      case JsonObject object -> object(schema, object);
      case JsonArray array when schema.getValue("items") instanceof JsonObject items ->
          array(items, list(array));
      case JsonArray array -> array;
      default -> scalar(schema, value);
    };
  }

  private JsonArray array(JsonObject items, JsonArray values) {
    JsonArray coerced = new JsonArray();
    for (int i = 0; i < values.size(); i++) {
      coerced.add(apply(items, values.getValue(i)));
    }
    return coerced;
  }

  JsonObject object(JsonObject schema, JsonObject object) {
    JsonObject properties = schema.getJsonObject("properties");
    if (properties == null) {
      return object;
    }
    JsonObject coerced = new JsonObject();
    for (Map.Entry<String, Object> entry : object) {
      JsonObject property = properties.getJsonObject(entry.getKey());
      Object value = entry.getValue();
      if (property == null) {
        coerced.put(entry.getKey(), value);
      } else if (!isAbsent(entry.getKey(), property, value)) {
        coerced.put(entry.getKey(), apply(property, value));
      }
    }
    return coerced;
  }

  private static Object number(String text) {
    String trimmed = text.trim();
    if (trimmed.isEmpty()) {
      return 0;
    }
    if (WHOLE.matcher(trimmed).matches()) {
      return narrow(Long.parseLong(trimmed));
    }
    if (DECIMAL.matcher(trimmed).matches()) {
      double number = Double.parseDouble(trimmed);
      if (Double.isFinite(number)) {
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
          return narrow((long) number);
        }
        return number;
      }
    }
    return text;
  }

  private static Object narrow(long number) {
    if (number == (int) number) {
      return (int) number;
    }
    return number;
  }

  private static Object bool(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> text;
    };
  }

  private static Object time(@Nullable Instant time, Object asGiven) {
    return time == null ? asGiven : Dates.normal(time);
  }
}
