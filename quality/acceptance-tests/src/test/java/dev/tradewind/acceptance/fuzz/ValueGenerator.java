package dev.tradewind.acceptance.fuzz;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Generator of values that a schema permits: at its bounds, with unusual texts, with and without
 * optional properties. Objects are mutable maps for later mutations.
 */
final class ValueGenerator {

  private static final Set<String> CHOICES = Set.of("expand", "fields", "order");

  /** Groups of properties of which one is required, which schemas do not express. */
  private static final List<List<String>> ONE_OF =
      List.of(
          List.of("region_id", "currency_code"),
          List.of(
              "products",
              "product_types",
              "product_collections",
              "product_tags",
              "customer_groups"));

  private static final List<String> DATES =
      List.of(
          "2024-01-31T12:34:56.789Z",
          "2031-01-01",
          "1",
          "1700000000",
          "0001-01-01T00:00:00Z",
          "9999-12-31T23:59:59.999Z",
          "Wed, 31 Jan 2024 12:34:56 GMT");

  private final KnownValues known;
  private final List<String> names;
  private final RandomSource chance;
  private final boolean careful;

  /**
   * Generator for one request.
   *
   * @param careful whether values should be accepted rather than unusual
   */
  ValueGenerator(KnownValues known, List<String> names, RandomSource chance, boolean careful) {
    this.known = known;
    this.names = names;
    this.chance = chance;
    this.careful = careful;
  }

  Map<String, @Nullable Object> object(JsonObject schema, String parent) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    JsonObject properties = schema.getJsonObject("properties");
    if (properties == null) {
      return open();
    }
    JsonArray required = schema.getJsonArray("required", new JsonArray());
    int fullness = chance.oneOf(List.of(0, 0, 15, 40, 90));
    for (String name : properties.fieldNames()) {
      // Most names in these parameters belong to other resources.
      int likelihood = CHOICES.contains(name) ? (careful ? 0 : fullness / 5) : fullness;
      if (required.contains(name) || chance.in100(likelihood)) {
        String meaning = name.equals("id") ? KnownValues.idName(parent) : name;
        object.put(name, value(properties.getJsonObject(name), meaning));
      }
    }
    for (List<String> alternatives : ONE_OF) {
      if (properties.fieldNames().containsAll(alternatives) && usually(80)) {
        String chosen = chance.oneOf(alternatives);
        alternatives.stream()
            .filter(name -> !name.equals(chosen) && !required.contains(name))
            .forEach(object::remove);
        object.computeIfAbsent(chosen, name -> value(properties.getJsonObject(name), name));
      }
    }
    return object;
  }

  private boolean usually(int percent) {
    return chance.in100(careful ? 97 : percent);
  }

  private Map<String, @Nullable Object> open() {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = chance.below(4); i > 0; i--) {
      object.put(
          chance.in100(50) ? chance.oneOf(AdversarialValues.METADATA_KEYS) : "key" + i,
          switch (chance.below(6)) {
            case 0 -> null;
            case 1 -> chance.in100(50);
            case 2 -> finite();
            case 3 -> List.of("a", 1, Map.of());
            case 4 -> Map.of("b", Map.of("c", List.of()));
            default -> chance.oneOf(AdversarialValues.TEXTS);
          });
    }
    return object;
  }

  private Object finite() {
    Raw number = chance.oneOf(AdversarialValues.NUMBERS);
    return Double.isFinite(Double.parseDouble(number.json())) ? number : 7;
  }

  private @Nullable Object value(JsonObject schema, String name) {
    if (schema.getValue("enum") instanceof JsonArray values) {
      return values.getValue(chance.below(values.size()));
    }
    for (String alternatives : List.of("anyOf", "oneOf")) {
      if (schema.getValue(alternatives) instanceof JsonArray choices) {
        return value(choices.getJsonObject(chance.below(choices.size())), name);
      }
    }
    return switch (type(schema)) {
      case "string" -> text(schema, name);
      case "integer" -> written(number(schema));
      case "number" ->
          chance.in100(20) && !schema.containsKey("multipleOf")
              ? new Raw("12.5")
              : written(number(schema));
      case "boolean" -> chance.in100(50);
      case "array" -> array(schema, name);
      case "object" -> object(schema, name);
      case "null" -> null;
      default -> chance.oneOf(AdversarialValues.TEXTS);
    };
  }

  /** One of several types, rarely null. */
  private String type(JsonObject schema) {
    if (schema.getValue("type") instanceof JsonArray types) {
      String type = types.getString(chance.below(types.size()));
      return type.equals("null") && chance.in100(70) ? types.getString(0) : type;
    }
    return schema.getString("type", "");
  }

  private List<@Nullable Object> array(JsonObject schema, String name) {
    List<@Nullable Object> elements = new ArrayList<>();
    JsonObject items = schema.getJsonObject("items", new JsonObject());
    int least = schema.getInteger("minItems", 0);
    for (int i = Math.max(least, chance.oneOf(List.of(0, 1, 1, 2, 3))); i > 0; i--) {
      elements.add(value(items, name));
    }
    if (!elements.isEmpty() && chance.in100(10)) {
      elements.add(elements.getFirst());
    }
    return elements;
  }

  private long number(JsonObject schema) {
    long least = schema.getLong("minimum", -2L);
    long most = schema.getLong("maximum", 100_000L);
    return switch (chance.below(12)) {
      case 0 -> least;
      case 1 -> most;
      case 2 -> Math.clamp(0L, least, most);
      default -> Math.clamp(1L + chance.below(50), least, most);
    };
  }

  /** Different spellings of the same JSON number. */
  private Raw written(long number) {
    return new Raw(number + (chance.in100(10) ? chance.oneOf(List.of(".0", "e0", ".00")) : ""));
  }

  private String text(JsonObject schema, String name) {
    String format = schema.getString("format", "");
    if (format.equals("date-time")) {
      return chance.oneOf(DATES);
    }
    String there = known.some(name, chance);
    if (there != null && usually(60)) {
      return there;
    }
    if (format.equals("email")) {
      return chance.in100(50) ? "fuzz" + chance.below(1_000_000) + "@example.com" : "a@b.co";
    }
    if (schema.containsKey("pattern")) {
      return "eur";
    }
    return switch (name) {
      case "expand", "fields" -> names();
      case "order" -> (chance.in100(50) ? "-" : "") + name();
      default -> anyText(name);
    };
  }

  private String anyText(String name) {
    return switch (chance.below(10)) {
      case 0, 1, 2 -> chance.oneOf(AdversarialValues.TEXTS);
      case 3 -> known.any(chance);
      default -> name.replace('_', ' ') + " " + chance.below(100_000);
    };
  }

  private String names() {
    StringBuilder list = new StringBuilder(name());
    for (int i = chance.below(3); i > 0; i--) {
      list.append(',').append(name());
    }
    return list.toString();
  }

  private String name() {
    String name = chance.oneOf(names);
    return chance.in100(25) ? name + "." + chance.oneOf(names) : name;
  }

  /** Id of a resource, mostly of the expected type. */
  String id(List<String> meanings) {
    String fitting =
        meanings.stream()
            .map(meaning -> known.some(meaning, chance))
            .filter(there -> there != null)
            .findFirst()
            .orElse(null);
    if (fitting != null && usually(75)) {
      return fitting;
    }
    return switch (chance.below(4)) {
      case 0 -> known.any(chance);
      case 1 -> chance.oneOf(AdversarialValues.TEXTS);
      default -> "none_" + chance.below(1_000);
    };
  }
}
