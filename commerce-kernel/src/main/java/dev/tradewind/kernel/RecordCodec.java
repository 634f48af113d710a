package dev.tradewind.kernel;

import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
 * <p>Reflection happens once, when the codec is created: it composes one method handle that reads a
 * record and one that writes it, which the JIT compiles as if they were written by hand.
 *
 * @param <T> the record
 */
public final class RecordCodec<T extends Record> {

  // Steps of the composed handles; their methods are not private, as they are called by name alone.
  private static final MethodHandle READ =
      handle("read", MethodType.methodType(Object.class, Member.class, JsonObject.class));
  private static final MethodHandle READ_UNKNOWN =
      handle("readUnknown", MethodType.methodType(JsonObject.class, Set.class, JsonObject.class));
  private static final MethodHandle WRITE =
      handle("write", MethodType.methodType(void.class, Member.class, Object.class, Map.class));
  private static final MethodHandle WRITE_NULL =
      handle("writeNull", MethodType.methodType(void.class, String.class, Map.class));

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

  /** By the name of the component, in the order of the record. */
  private final Map<String, Member> members = new LinkedHashMap<>();

  private final @Nullable Member rest;
  private final MethodHandle constructor;
  private final MethodHandle reader;
  private final Writer<T> writer;

  private RecordCodec(MethodHandles.Lookup lookup, Class<T> type, @Nullable String rest) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    MethodHandle creator;
    try {
      for (RecordComponent component : components) {
        members.put(component.getName(), member(lookup, component));
      }
      creator =
          lookup
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asType(MethodType.methodType(Record.class, types));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalArgumentException("Not accessible: " + type, e);
    }
    this.rest = rest == null ? null : member(rest);
    this.constructor = creator.asSpreader(Object[].class, types.length);
    this.reader = reader(creator);
    this.writer = writer(names());
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

  private static MethodHandle handle(String method, MethodType type) {
    try {
      return MethodHandles.lookup().findStatic(RecordCodec.class, method, type);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
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

  private Member member(String component) {
    Member member = members.get(component);
    if (member == null) {
      throw new IllegalArgumentException("No component " + component);
    }
    return member;
  }

  private List<String> names() {
    return members.values().stream()
        .filter(member -> !member.equals(rest))
        .map(Member::name)
        .toList();
  }

  /** Passes one object to the readers of all members, and their results to the constructor. */
  private MethodHandle reader(MethodHandle creator) {
    Set<String> known = Set.copyOf(names());
    MethodHandle create = creator;
    int position = 0;
    for (Member member : members.values()) {
      MethodHandle value = member.equals(rest) ? READ_UNKNOWN.bindTo(known) : READ.bindTo(member);
      Class<?> type = creator.type().parameterType(position);
      create =
          MethodHandles.filterArguments(
              create, position, value.asType(value.type().changeReturnType(type)));
      position++;
    }
    return MethodHandles.permuteArguments(
        create, MethodType.methodType(Record.class, JsonObject.class), new int[position]);
  }

  @SuppressWarnings("unchecked") // The constructor of T creates a T.
  public T read(JsonObject json) {
    try {
      return (T) (Record) reader.invokeExact(json);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  static JsonObject readUnknown(Set<String> known, JsonObject json) {
    JsonObject unknown = new JsonObject();
    json.getMap()
        .forEach((name, value) -> {
          if (!known.contains(name)) {
            unknown.put(name, value);
          }
        });
    return unknown;
  }

  static @Nullable Object read(Member member, JsonObject json) {
    Object given = json.getValue(member.name());
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

  /** Unknown members, then all others; absent ones as null. */
  public JsonObject write(T value) {
    Map<String, Object> unknown =
        rest == null ? Map.of() : ((JsonObject) get(rest, value)).getMap();
    return writer.write(value, unknown);
  }

  /**
   * A writer of the members with these names, in their order. Names without a component are null,
   * to be set by the caller.
   */
  public Writer<T> writer(List<String> names) {
    Map<String, Member> byName = new HashMap<>();
    members.values().stream()
        .filter(member -> !member.equals(rest))
        .forEach(member -> byName.put(member.name(), member));
    MethodHandle writes =
        MethodHandles.empty(MethodType.methodType(void.class, Record.class, Map.class));
    for (String name : names.reversed()) {
      Member member = byName.get(name);
      MethodHandle write =
          member == null
              ? MethodHandles.dropArguments(WRITE_NULL.bindTo(name), 0, Record.class)
              : MethodHandles.filterArguments(WRITE.bindTo(member), 0, member.accessor());
      writes = MethodHandles.foldArguments(writes, write);
    }
    return new Writer<>(writes, names.size());
  }

  /**
   * Writer of members of a record.
   *
   * @param <T> the record
   */
  public static final class Writer<T extends Record> {

    private final MethodHandle writes;
    private final int size;

    private Writer(MethodHandle writes, int size) {
      this.writes = writes;
      this.size = size;
    }

    public JsonObject write(T value) {
      return write(value, Map.of());
    }

    private JsonObject write(T value, Map<String, Object> before) {
      Map<String, Object> json = LinkedHashMap.newLinkedHashMap(before.size() + size);
      json.putAll(before);
      try {
        writes.invokeExact((Record) value, json);
      } catch (Throwable e) {
        throw unchecked(e);
      }
      return new JsonObject(json);
    }
  }

  static void write(Member member, @Nullable Object value, Map<String, Object> json) {
    json.put(
        member.name(),
        member.kind() == Kind.TIME && value != null ? Timestamps.format((Instant) value) : value);
  }

  static void writeNull(String name, Map<String, Object> json) {
    json.put(name, null);
  }

  /**
   * A copy with other values of some components.
   *
   * @param changes by the name of the component
   */
  public T with(T value, Map<String, ?> changes) {
    changes.keySet().forEach(this::member);
    @Nullable Object[] values =
        members.values().stream()
            .map(member ->
                changes.containsKey(member.component())
                    ? changes.get(member.component())
                    : get(member, value))
            .toArray();
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
