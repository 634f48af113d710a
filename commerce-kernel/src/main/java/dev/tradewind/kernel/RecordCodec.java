package dev.tradewind.kernel;

import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * JSON codec of a flat record, derived from its components: {@code unitPrice} is the member {@code
 * unit_price}. Components are texts, flags, whole numbers, instants and objects. An absent flag is
 * false and an absent object is empty; another absent member is rejected unless its component is
 * {@link Nullable}.
 *
 * <p>An optional rest component keeps unknown members, so that members written by a newer version
 * survive the next write.
 *
 * @param <T> the record
 */
public final class RecordCodec<T extends Record> {

  private enum Kind {
    TEXT,
    FLAG,
    INT,
    LONG,
    TIME,
    OBJECT;

    static Kind of(Class<?> type) {
      if (type == String.class) {
        return TEXT;
      } else if (type == boolean.class) {
        return FLAG;
      } else if (type == int.class) {
        return INT;
      } else if (type == long.class) {
        return LONG;
      } else if (type == Instant.class) {
        return TIME;
      } else if (type == JsonObject.class) {
        return OBJECT;
      }
      throw new IllegalArgumentException("No JSON form for " + type);
    }
  }

  private record Member(
      String component, String name, Kind kind, boolean nullable, MethodHandle accessor) {}

  private final Member[] members;
  private final Map<String, Integer> positionByName = new HashMap<>();
  private final Map<String, Integer> positionByComponent = new HashMap<>();
  private final int rest;
  private final MethodHandle constructor;

  private RecordCodec(MethodHandles.Lookup lookup, Class<T> type, @Nullable String rest) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      members = new Member[components.length];
      for (int i = 0; i < components.length; i++) {
        members[i] = member(lookup, components[i]);
        positionByComponent.put(members[i].component(), i);
      }
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      constructor =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asType(MethodType.methodType(Record.class, types))
              .asSpreader(Object[].class, types.length);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalArgumentException("Not accessible: " + type, e);
    }
    this.rest = rest == null ? -1 : position(rest);
    IntStream.range(0, members.length)
        .filter(position -> position != this.rest)
        .forEach(position -> positionByName.put(members[position].name(), position));
  }

  /**
   * The codec of a record.
   *
   * @param lookup of a class that may construct the record
   */
  public static <T extends Record> RecordCodec<T> of(MethodHandles.Lookup lookup, Class<T> type) {
    return new RecordCodec<>(lookup, type, null);
  }

  /**
   * The codec of a record with a component of type {@link JsonObject} for unknown members.
   *
   * @param rest name of that component
   */
  public static <T extends Record> RecordCodec<T> of(
      MethodHandles.Lookup lookup, Class<T> type, String rest) {
    return new RecordCodec<>(lookup, type, rest);
  }

  private static Member member(MethodHandles.Lookup lookup, RecordComponent component)
      throws IllegalAccessException {
    return new Member(
        component.getName(),
        component.getName().replaceAll("([A-Z]|[0-9]+)", "_$1").toLowerCase(Locale.ROOT),
        Kind.of(component.getType()),
        component.getAnnotatedType().isAnnotationPresent(Nullable.class),
        lookup
            .unreflect(component.getAccessor())
            .asType(MethodType.methodType(Object.class, Record.class)));
  }

  private int position(String component) {
    Integer position = positionByComponent.get(component);
    if (position == null) {
      throw new IllegalArgumentException("No component " + component);
    }
    return position;
  }

  public T read(JsonObject json) {
    @Nullable Object[] values = new @Nullable Object[members.length];
    for (int i = 0; i < members.length; i++) {
      if (i != rest) {
        values[i] = value(members[i], json.getValue(members[i].name()));
      }
    }
    if (rest >= 0) {
      values[rest] = unknown(json);
    }
    return construct(values);
  }

  private JsonObject unknown(JsonObject json) {
    JsonObject unknown = new JsonObject();
    for (Map.Entry<String, Object> entry : json) {
      if (!positionByName.containsKey(entry.getKey())) {
        unknown.put(entry.getKey(), entry.getValue());
      }
    }
    return unknown;
  }

  private static @Nullable Object value(Member member, @Nullable Object given) {
    if (given == null) {
      return absent(member);
    }
    return switch (member.kind()) {
      case TEXT, FLAG, OBJECT -> given;
      case INT -> Math.toIntExact(((Number) given).longValue());
      case LONG -> ((Number) given).longValue();
      case TIME -> Timestamps.parse((String) given);
    };
  }

  private static @Nullable Object absent(Member member) {
    if (member.nullable()) {
      return null;
    }
    return switch (member.kind()) {
      case FLAG -> false;
      case OBJECT -> new JsonObject();
      case TEXT, INT, LONG, TIME ->
          throw new IllegalArgumentException("No member " + member.name());
    };
  }

  /** All members; absent ones as null. */
  public JsonObject write(T value) {
    JsonObject json = new JsonObject();
    if (rest >= 0) {
      ((JsonObject) get(members[rest], value)).forEach(e -> json.put(e.getKey(), e.getValue()));
    }
    for (int i = 0; i < members.length; i++) {
      if (i != rest) {
        Object written = get(members[i], value);
        json.put(
            members[i].name(), written instanceof Instant at ? Timestamps.format(at) : written);
      }
    }
    return json;
  }

  /**
   * A copy with other values of some components.
   *
   * @param changes by the name of the component
   */
  public T with(T value, Map<String, ?> changes) {
    @Nullable Object[] values = new @Nullable Object[members.length];
    for (int i = 0; i < members.length; i++) {
      values[i] = get(members[i], value);
    }
    changes.forEach((component, changed) -> values[position(component)] = changed);
    return construct(values);
  }

  // The handle returns null for an absent component, which NullAway cannot know.
  @SuppressWarnings("NullAway")
  private static Object get(Member member, Record value) {
    try {
      return (Object) member.accessor().invokeExact(value);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @SuppressWarnings("unchecked") // The constructor of T creates a T.
  private T construct(@Nullable Object[] values) {
    try {
      return (T) (Record) constructor.invokeExact(values);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }
}
