package dev.tradewind.cart.model;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonObjects;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reader of a stored object, member by member. The members that were not read remain at the end, so
 * that data written by a newer version survives the next save.
 */
public final class JsonReader {

  private final JsonObject left;

  JsonReader(JsonObject source) {
    this.left = JsonObjects.copyOf(source);
  }

  @Nullable Object take(String name) {
    Object value = left.getValue(name);
    left.remove(name);
    return value;
  }

  @Nullable String optionalText(String name) {
    return (String) take(name);
  }

  boolean flag(String name) {
    return Boolean.TRUE.equals(take(name));
  }

  @Nullable Instant optionalTime(String name) {
    String value = optionalText(name);
    return value == null ? null : Timestamps.parse(value);
  }

  @Nullable JsonObject optionalObject(String name) {
    return (JsonObject) take(name);
  }

  JsonObject object(String name) {
    JsonObject value = optionalObject(name);
    return value == null ? new JsonObject() : value;
  }

  <T> List<T> list(String name, Function<JsonObject, T> element) {
    JsonArray array = (JsonArray) take(name);
    if (array == null) {
      return List.of();
    }
    return array.stream().map(member -> element.apply((JsonObject) member)).toList();
  }

  List<String> texts(String name) {
    return JsonArrays.strings((JsonArray) take(name));
  }

  JsonObject rest() {
    return left;
  }

  static @Nullable public String written(@Nullable Instant time) {
    return time == null ? null : Timestamps.format(time);
  }
}
