package dev.tradewind.api.event.type;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Schemas of the resources of the Admin API, which also describe the states of aggregates. Among
 * the schemas of events their names begin with {@value #PREFIX}.
 *
 * @param byName schemas of the OpenAPI document by name
 */
public record ResourceSchemas(JsonObject byName) {

  private static final String PREFIX = "Admin";
  private static final String OPEN_API = "#/components/schemas/";
  private static final String REFERENCE = "$ref";

  /** The schemas of the OpenAPI document of the Admin API. */
  public static ResourceSchemas of(JsonObject openApi) {
    return new ResourceSchemas(openApi.getJsonObject("components").getJsonObject("schemas"));
  }

  /**
   * The schema of a resource.
   *
   * @param folder JSON pointer of the schemas that it references
   */
  JsonObject get(String name, String folder) {
    return (JsonObject)
        Objects.requireNonNull(
            referencing(Objects.requireNonNull(byName.getJsonObject(name), name), folder));
  }

  /** Adds the schemas that the schema of a resource references, each with those in it. */
  void addReferenced(String name, String folder, JsonObject target) {
    collect(byName.getValue(name), folder, target);
  }

  private void collect(@Nullable Object value, String folder, JsonObject target) {
    if (value instanceof JsonArray array) {
      array.forEach(element -> collect(element, folder, target));
    } else if (value instanceof JsonObject object) {
      for (Map.Entry<String, Object> member : object) {
        if (!member.getKey().equals(REFERENCE)) {
          collect(member.getValue(), folder, target);
          continue;
        }
        String name = nameIn(member.getValue());
        if (!target.containsKey(PREFIX + name)) {
          target.put(PREFIX + name, get(name, folder));
          addReferenced(name, folder, target);
        }
      }
    }
  }

  private static @Nullable Object referencing(@Nullable Object value, String folder) {
    if (value instanceof JsonArray array) {
      JsonArray changed = new JsonArray();
      array.forEach(element -> changed.add(referencing(element, folder)));
      return changed;
    }
    if (!(value instanceof JsonObject object)) {
      return value;
    }
    JsonObject changed = new JsonObject();
    for (Map.Entry<String, Object> member : object) {
      changed.put(
          member.getKey(),
          member.getKey().equals(REFERENCE)
              ? folder + PREFIX + nameIn(member.getValue())
              : referencing(member.getValue(), folder));
    }
    return changed;
  }

  private static String nameIn(Object reference) {
    return ((String) reference).substring(OPEN_API.length());
  }
}
