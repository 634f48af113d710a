package dev.tradewind.kernel.json;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * JSON form of a type: how its values are read from and written to a JSON object or array.
 *
 * @param reader from a value as {@link JsonObject#getValue} returns it
 * @param writer to such a value
 */
public record JsonForm<T>(Class<?> type, Function<Object, T> reader, Function<T, Object> writer)
    implements CodecForm {

  /** The types that are not composed of others. */
  static final List<JsonForm<?>> SIMPLE =
      List.of(
          same(String.class),
          same(Boolean.class),
          same(JsonObject.class),
          same(JsonArray.class),
          same(Number.class),
          new JsonForm<>(Integer.class, JsonForm::readInt, number -> number),
          new JsonForm<>(Long.class, value -> ((Number) value).longValue(), number -> number),
          new JsonForm<>(
              BigDecimal.class, value -> new BigDecimal(value.toString()), number -> number),
          new JsonForm<>(Instant.class, JsonForm::readInstant, Timestamps::format));

  private static <T> JsonForm<T> same(Class<T> type) {
    return new JsonForm<>(type, type::cast, value -> value);
  }

  private static Integer readInt(Object value) {
    return Math.toIntExact(((Number) value).longValue());
  }

  /** A time of a document, or of a row as its driver returns it. */
  private static Instant readInstant(Object value) {
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    return Timestamps.parse((String) value);
  }

  /** A type in the form of an object. */
  public static <T> JsonForm<T> ofObject(
      Class<T> type, Function<JsonObject, T> reader, Function<T, JsonObject> writer) {
    return new JsonForm<>(type, value -> reader.apply((JsonObject) value), writer::apply);
  }

  /** A type in the form of a text. */
  public static <T> JsonForm<T> ofText(
      Class<T> type, Function<String, T> reader, Function<T, String> writer) {
    return new JsonForm<>(type, value -> reader.apply((String) value), writer::apply);
  }

  /** An enum; its constants are written as their names in lower case. */
  static <E> JsonForm<E> ofEnum(Class<E> type) {
    Map<String, E> byName =
        Arrays.stream(type.getEnumConstants())
            .collect(Collectors.toUnmodifiableMap(JsonForm::lowerCase, Function.identity()));
    return ofText(
        type,
        name -> {
          E constant = byName.get(name);
          if (constant == null) {
            throw new IllegalArgumentException("No " + type.getSimpleName() + " " + name);
          }
          return constant;
        },
        JsonForm::lowerCase);
  }

  private static String lowerCase(Object constant) {
    return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT);
  }

  static <E> JsonForm<List<E>> ofList(JsonForm<E> element) {
    return new JsonForm<>(
        List.class,
        value -> Collections.unmodifiableList(element.readAll((JsonArray) value)),
        element::writeAll);
  }

  /** In the order of the array. */
  static <E> JsonForm<Set<E>> ofSet(JsonForm<E> element) {
    return new JsonForm<>(
        Set.class,
        value ->
            Collections.unmodifiableSet(new LinkedHashSet<>(element.readAll((JsonArray) value))),
        element::writeAll);
  }

  /** A map by texts, in the form of an object. */
  static <V> JsonForm<Map<String, V>> ofMap(JsonForm<V> element) {
    return new JsonForm<>(
        Map.class,
        value -> {
          JsonObject json = (JsonObject) value;
          Map<String, V> read = LinkedHashMap.newLinkedHashMap(json.size());
          json.forEach(
              member -> read.put(member.getKey(), element.reader.apply(member.getValue())));
          return Collections.unmodifiableMap(read);
        },
        map -> {
          JsonObject json = new JsonObject();
          map.forEach((name, each) -> json.put(name, element.writer.apply(each)));
          return json;
        });
  }

  private List<T> readAll(JsonArray array) {
    List<T> read = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      read.add(reader.apply(array.getValue(i)));
    }
    return read;
  }

  private JsonArray writeAll(Collection<T> elements) {
    List<Object> written = new ArrayList<>(elements.size());
    for (T element : elements) {
      written.add(writer.apply(element));
    }
    return new JsonArray(written);
  }
}
