package dev.tradewind.kernel;

import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * JSON codec of a record, derived from its components: {@code unitPrice} is the member {@code
 * unit_price}, unless {@link JsonName} names another. Components are texts, flags, numbers,
 * instants, enums, JSON objects and arrays; lists, sets and maps of these; other records; and types
 * with a {@link JsonForm} of their own. Unknown members are ignored.
 *
 * <p>A message between verticles has all of its members: an absent one is rejected unless its
 * component is {@link Nullable}. In a stored document, an absent flag is false and an absent object
 * is empty. There an optional rest component keeps unknown members, so that members written by a
 * newer version survive the next write.
 *
 * <p>Reflection happens once, when the codec is created. That of a stored record, of which a
 * request reads and writes dozens, composes one method handle that reads it and one that writes it;
 * the JIT compiles them as if they were written by hand. Composing them takes many milliseconds, so
 * that of a message goes from component to component.
 *
 * @param <T> the record
 */
public final class RecordCodec<T extends Record> {

  // Steps of the composed handles; the method is not private, as it is called by name alone.
  private static final MethodHandle READ;
  private static final MethodHandle WRITE;
  private static final MethodHandle WRITE_NULL;

  static {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    try {
      READ =
          lookup.findVirtual(
              Step.class, "read", MethodType.methodType(Object.class, JsonObject.class));
      WRITE =
          lookup.findVirtual(
              Step.class, "write", MethodType.methodType(void.class, Object.class, Map.class));
      WRITE_NULL =
          lookup.findStatic(
              RecordCodec.class,
              "writeNull",
              MethodType.methodType(void.class, String.class, Map.class));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Values of absent members of stored documents. */
  private static final Map<Class<?>, Supplier<Object>> DEFAULTS =
      Map.of(boolean.class, () -> false, JsonObject.class, JsonObject::new);

  /** One component in JSON. */
  private sealed interface Step {

    /** Names of its members. */
    Set<String> names();

    @Nullable Object read(JsonObject json);

    void write(@Nullable Object value, Map<String, @Nullable Object> json);
  }

  /**
   * A component that is one member.
   *
   * @param absent its value without the member; rejected without one
   */
  private record MemberStep(
      String name, JsonForm<Object> form, boolean isNullable, @Nullable Supplier<Object> absent)
      implements Step {

    @Override
    public Set<String> names() {
      return Set.of(name);
    }

    @Override
    public @Nullable Object read(JsonObject json) {
      Object given = json.getValue(name);
      if (given != null) {
        return form.reader().apply(given);
      } else if (isNullable) {
        return null;
      } else if (absent == null) {
        throw new IllegalArgumentException("No member " + name);
      }
      return absent.get();
    }

    @Override
    public void write(@Nullable Object value, Map<String, @Nullable Object> json) {
      json.put(name, value == null ? null : form.writer().apply(value));
    }
  }

  /** A record whose members lie beside the others. */
  private record InlineStep(RecordCodec<Record> codec, boolean isNullable) implements Step {

    @Override
    public Set<String> names() {
      return codec.names;
    }

    @Override
    public @Nullable Object read(JsonObject json) {
      return isNullable && codec.names.stream().noneMatch(name -> json.getValue(name) != null)
          ? null
          : codec.read(json);
    }

    @Override
    public void write(@Nullable Object value, Map<String, @Nullable Object> json) {
      if (value != null) {
        codec.writeTo((Record) value, json);
      }
    }
  }

  /** The unknown members, which are written first. */
  private record RestStep(Set<String> known) implements Step {

    @Override
    public Set<String> names() {
      return Set.of();
    }

    @Override
    public Object read(JsonObject json) {
      return JsonObjects.without(json, known);
    }

    @Override
    public void write(@Nullable Object value, Map<String, @Nullable Object> json) {
      json.putAll(((JsonObject) Objects.requireNonNull(value)).getMap());
    }
  }

  private record Member(String component, Step step, MethodHandle accessor) {

    boolean isRest() {
      return step instanceof RestStep;
    }

    /** Writes the component of a record to a map. */
    MethodHandle written() {
      return MethodHandles.filterArguments(WRITE.bindTo(step), 0, accessor);
    }
  }

  /**
   * Derivation of the steps of a record and of the records in it.
   *
   * @param given forms that are not derived
   * @param isStored whether absent members may have default values, and the handles are composed
   */
  private record Derivation(
      MethodHandles.Lookup lookup, List<JsonForm<?>> given, boolean isStored) {

    Step step(RecordComponent component) {
      boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      if (component.isAnnotationPresent(JsonInline.class)) {
        return new InlineStep(codec(component.getType()), isNullable);
      }
      JsonName name = component.getAnnotation(JsonName.class);
      return new MemberStep(
          name == null ? snakeCase(component.getName()) : name.value(),
          form(component.getGenericType()),
          isNullable,
          isStored ? DEFAULTS.get(component.getType()) : null);
    }

    private static String snakeCase(String component) {
      return component.replaceAll("([A-Z]|[0-9]+)", "_$1").toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings("unchecked") // Its values come from components of the same type.
    private JsonForm<Object> form(Type type) {
      return (JsonForm<Object>)
          (type instanceof ParameterizedType composed
              ? composed(composed)
              : plain((Class<?>) type));
    }

    private JsonForm<?> composed(ParameterizedType type) {
      Type[] arguments = type.getActualTypeArguments();
      JsonForm<Object> element = form(arguments[arguments.length - 1]);
      if (type.getRawType() == List.class) {
        return JsonForm.ofList(element);
      } else if (type.getRawType() == Set.class) {
        return JsonForm.ofSet(element);
      } else if (type.getRawType() == Map.class && arguments[0] == String.class) {
        return JsonForm.ofMap(element);
      }
      throw new IllegalArgumentException("No JSON form for " + type);
    }

    private JsonForm<?> plain(Class<?> type) {
      Class<?> boxed = MethodType.methodType(type).wrap().returnType();
      Optional<JsonForm<?>> known =
          Stream.concat(given.stream(), JsonForm.SIMPLE.stream())
              .filter(form -> form.type() == boxed)
              .findFirst();
      if (known.isPresent()) {
        return known.get();
      } else if (type.isEnum()) {
        return JsonForm.ofEnum(type);
      } else if (type.isRecord()) {
        RecordCodec<Record> codec = codec(type);
        return JsonForm.ofObject(Record.class, codec::read, codec::write);
      }
      throw new IllegalArgumentException("No JSON form for " + type);
    }

    @SuppressWarnings("unchecked") // Components of the record are of its type.
    private RecordCodec<Record> codec(Class<?> type) {
      return new RecordCodec<>((Class<Record>) type, this, null);
    }
  }

  /** By the name of the component, in the order of the record. */
  private final Map<String, Member> members = new LinkedHashMap<>();

  private final Set<String> names;
  private final MethodHandle constructor;
  private final @Nullable MethodHandle reader;
  private final @Nullable Writer<T> writer;

  private RecordCodec(Class<T> type, Derivation derivation, @Nullable String rest) {
    RecordComponent[] components = type.getRecordComponents();
    Map<String, Step> steps = new HashMap<>();
    for (RecordComponent component : components) {
      if (!component.getName().equals(rest)) {
        steps.put(component.getName(), derivation.step(component));
      }
    }
    this.names =
        steps.values().stream()
            .flatMap(step -> step.names().stream())
            .collect(Collectors.toUnmodifiableSet());
    if (rest != null) {
      steps.put(rest, new RestStep(names));
    }
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    MethodHandle creator;
    try {
      for (RecordComponent component : components) {
        members.put(
            component.getName(),
            new Member(
                component.getName(),
                Objects.requireNonNull(steps.remove(component.getName())),
                derivation
                    .lookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Record.class))));
      }
      creator =
          derivation
              .lookup()
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asType(MethodType.methodType(Record.class, types));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalArgumentException("Not accessible: " + type, e);
    }
    if (!steps.isEmpty()) {
      throw new IllegalArgumentException("No component " + rest);
    }
    this.constructor = creator.asSpreader(Object[].class, types.length);
    this.reader = derivation.isStored() ? reader(creator) : null;
    this.writer =
        derivation.isStored()
            ? writing(
                Stream.concat(
                        members.values().stream().filter(Member::isRest),
                        members.values().stream().filter(member -> !member.isRest()))
                    .map(Member::written)
                    .toList())
            : null;
  }

  /**
   * The codec of a message between verticles.
   *
   * @param lookup of a class that may construct the record and the records in it
   * @param forms of types that are not derived
   */
  public static <T extends Record> RecordCodec<T> ofMessage(
      MethodHandles.Lookup lookup, Class<T> type, JsonForm<?>... forms) {
    return new RecordCodec<>(type, new Derivation(lookup, List.of(forms), false), null);
  }

  /**
   * The codec of a record in a stored document.
   *
   * @param lookup of a class that may construct the record and the records in it
   */
  public static <T extends Record> RecordCodec<T> of(MethodHandles.Lookup lookup, Class<T> type) {
    return new RecordCodec<>(type, new Derivation(lookup, List.of(), true), null);
  }

  /**
   * The codec of a record in a stored document, with a component of type {@link JsonObject} for
   * unknown members.
   *
   * @param rest name of that component
   */
  public static <T extends Record> RecordCodec<T> of(
      MethodHandles.Lookup lookup, Class<T> type, String rest) {
    return new RecordCodec<>(type, new Derivation(lookup, List.of(), true), rest);
  }

  private Member member(String component) {
    Member member = members.get(component);
    if (member == null) {
      throw new IllegalArgumentException("No component " + component);
    }
    return member;
  }

  /** Passes one object to the readers of all components, and their results to the constructor. */
  private MethodHandle reader(MethodHandle creator) {
    MethodHandle create = creator;
    int position = 0;
    for (Member member : members.values()) {
      MethodHandle value = READ.bindTo(member.step());
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
    if (reader == null) {
      @Nullable Object[] values = new Object[members.size()];
      int position = 0;
      for (Member member : members.values()) {
        values[position++] = member.step().read(json);
      }
      return construct(values);
    }
    try {
      return (T) (Record) reader.invokeExact(json);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Unknown members, then all others; absent ones as null. */
  public JsonObject write(T value) {
    Map<String, Object> json = LinkedHashMap.newLinkedHashMap(members.size());
    writeTo(value, json);
    return new JsonObject(json);
  }

  private void writeTo(T value, Map<String, Object> json) {
    if (writer == null) {
      for (Member member : members.values()) {
        member.step().write(get(member, value), json);
      }
    } else {
      writer.writeTo(value, json);
    }
  }

  /**
   * A writer of the members with these names, in their order. Names without a component are null,
   * to be set by the caller.
   */
  public Writer<T> writer(List<String> names) {
    Map<String, Member> byName = new HashMap<>();
    members
        .values()
        .forEach(member -> {
          if (member.step() instanceof MemberStep step) {
            byName.put(step.name(), member);
          }
        });
    return writing(
        names.stream()
            .map(name -> {
              Member member = byName.get(name);
              return member == null ? writtenNull(name) : member.written();
            })
            .toList());
  }

  private static MethodHandle writtenNull(String name) {
    return MethodHandles.dropArguments(WRITE_NULL.bindTo(name), 0, Record.class);
  }

  static void writeNull(String name, Map<String, @Nullable Object> json) {
    json.put(name, null);
  }

  private Writer<T> writing(List<MethodHandle> each) {
    MethodHandle writes =
        MethodHandles.empty(MethodType.methodType(void.class, Record.class, Map.class));
    for (MethodHandle write : each.reversed()) {
      writes = MethodHandles.foldArguments(writes, write);
    }
    return new Writer<>(writes, each.size());
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
      Map<String, Object> json = LinkedHashMap.newLinkedHashMap(size);
      writeTo(value, json);
      return new JsonObject(json);
    }

    private void writeTo(T value, Map<String, Object> json) {
      try {
        writes.invokeExact((Record) value, json);
      } catch (Throwable e) {
        throw unchecked(e);
      }
    }
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
