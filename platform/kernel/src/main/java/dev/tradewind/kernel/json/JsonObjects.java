package dev.tradewind.kernel.json;

import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** Shallow copies of JSON objects: they share their nested members with the original. */
public final class JsonObjects {

  private JsonObjects() {}

  public static JsonObject copyOf(JsonObject object) {
    return new JsonObject(new LinkedHashMap<>(object.getMap()));
  }

  /** A copy without the members of these names. */
  public static JsonObject without(JsonObject object, Collection<String> names) {
    Map<String, Object> members = LinkedHashMap.newLinkedHashMap(object.size());
    object
        .getMap()
        .forEach((name, value) -> {
          if (!names.contains(name)) {
            members.put(name, value);
          }
        });
    return new JsonObject(members);
  }

  /**
   * Text of an object in an operator's file.
   *
   * @param label beginning of the sentence without it: {@code The hook fraud}
   * @throws IllegalArgumentException if it is absent or blank
   */
  public static String requiredText(JsonObject object, String name, String label) {
    if (object.getValue(name) instanceof String text && !text.isBlank()) {
      return text;
    }
    throw new IllegalArgumentException(label + " needs " + name + ".");
  }
}
