package dev.tradewind.kernel.json;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Typed lists of JSON arrays; an absent array is an empty list. */
public final class JsonArrays {

  private JsonArrays() {}

  public static JsonArray of(Collection<?> elements) {
    return new JsonArray(List.copyOf(elements));
  }

  public static List<String> strings(@Nullable JsonArray array) {
    return array == null ? List.of() : array.stream().map(String.class::cast).toList();
  }

  public static List<JsonObject> objects(@Nullable JsonArray array) {
    return array == null ? List.of() : array.stream().map(JsonObject.class::cast).toList();
  }
}
