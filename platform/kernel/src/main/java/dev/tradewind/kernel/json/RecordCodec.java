package dev.tradewind.kernel.json;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
 * component is {@link Nullable}. In a stored document, an absent flag is false, and an absent
 * object, list, set or map is empty. There an optional rest component keeps unknown members, so
 * that members written by a newer version survive the next write.
 *
 * <p>Reflection happens once, when the codec is created.
 *
 * @param <T> the record
 */
public final class RecordCodec<T extends Record> {

  private record Member(CodecStep step, MethodHandle accessor) {

    boolean isRest() {
      return step instanceof CodecStep.Rest;
    }

    void write(Record value, Map<String, @Nullable Object> json) {
      step.write(get(value), json);
    }

    // The handle returns null for an absent component, which NullAway cannot know.
    @SuppressWarnings("NullAway")
    Object get(Record value) {
      try {
        return (Object) accessor.invokeExact(value);
      } catch (Throwable e) {
        throw unchecked(e);
      }
    }
  }

  /** In the order of the record. */
  private final Member[] members;

  /** In the order of the record. */
  private final Set<String> names;

  private final MethodHandle constructor;

  /** Unknown members, then all others. */
  private final List<Member> written;

  RecordCodec(Class<T> type, CodecDerivation derivation, @Nullable String rest) {
    RecordComponent[] components = type.getRecordComponents();
    Map<String, CodecStep> steps = new HashMap<>();
    for (RecordComponent component : components) {
      if (!component.getName().equals(rest)) {
        steps.put(component.getName(), derivation.step(component));
      }
    }
    this.names =
        Arrays.stream(components)
            .filter(component -> !component.getName().equals(rest))
            .flatMap(component ->
                Objects.requireNonNull(steps.get(component.getName())).names().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (rest != null) {
      steps.put(rest, new CodecStep.Rest(names));
    }
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      this.members = new Member[components.length];
      for (int position = 0; position < components.length; position++) {
        RecordComponent component = components[position];
        members[position] =
            new Member(
                Objects.requireNonNull(steps.remove(component.getName())),
                derivation
                    .lookup()
                    .unreflect(component.getAccessor())
                    .asType(MethodType.methodType(Object.class, Record.class)));
      }
      this.constructor =
          derivation
              .lookup()
              .findConstructor(type, MethodType.methodType(void.class, types))
              .asType(MethodType.methodType(Record.class, types))
              .asSpreader(Object[].class, types.length);
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalArgumentException("Not accessible: " + type, e);
    }
    if (!steps.isEmpty()) {
      throw new IllegalArgumentException("No component " + rest);
    }
    this.written =
        Stream.concat(
                Arrays.stream(members).filter(Member::isRest),
                Arrays.stream(members).filter(member -> !member.isRest()))
            .toList();
  }

  /**
   * The codec of a message between verticles.
   *
   * @param lookup of a class that may construct the record and the records in it
   * @param forms of types that are not derived
   */
  public static <T extends Record> RecordCodec<T> ofMessage(
      MethodHandles.Lookup lookup, Class<T> type, CodecForm... forms) {
    return new RecordCodec<>(type, new CodecDerivation(lookup, List.of(forms), false), null);
  }

  /**
   * The codec of a record in a stored document, or in a row whose columns are its members.
   *
   * @param lookup of a class that may construct the record and the records in it
   * @param forms of types that are not derived
   */
  public static <T extends Record> RecordCodec<T> of(
      MethodHandles.Lookup lookup, Class<T> type, CodecForm... forms) {
    return new RecordCodec<>(type, new CodecDerivation(lookup, List.of(forms), true), null);
  }

  /**
   * The codec of a record in a stored document, with a component of type {@link JsonObject} for
   * unknown members.
   *
   * @param rest name of that component
   */
  public static <T extends Record> RecordCodec<T> of(
      MethodHandles.Lookup lookup, Class<T> type, String rest) {
    return new RecordCodec<>(type, new CodecDerivation(lookup, List.of(), true), rest);
  }

  public T read(JsonObject json) {
    @Nullable Object[] values = new Object[members.length];
    for (int position = 0; position < values.length; position++) {
      values[position] = members[position].step().read(json);
    }
    return construct(values);
  }

  /** The record of a row whose columns are its members; an array of the row is a list. */
  public T readRow(Row row) {
    Map<String, @Nullable Object> columns = LinkedHashMap.newLinkedHashMap(row.size());
    for (int column = 0; column < row.size(); column++) {
      Object value = row.getValue(column);
      columns.put(
          row.getColumnName(column),
          value instanceof Object[] array ? new JsonArray(Arrays.asList(array)) : value);
    }
    return read(new JsonObject(columns));
  }

  /** Unknown members, then all others; absent ones as null. */
  public JsonObject write(T value) {
    Map<String, Object> json = LinkedHashMap.newLinkedHashMap(members.length);
    writeTo(value, json);
    return new JsonObject(json);
  }

  void writeTo(T value, Map<String, Object> json) {
    for (Member member : written) {
      member.write(value, json);
    }
  }

  /** Names of the members, in the order of the record; members of inline records among them. */
  public Set<String> names() {
    return Collections.unmodifiableSet(names);
  }

  /**
   * A writer of the members with these names, in their order. Names without a component are null,
   * to be set by the caller.
   */
  public Writer<T> writer(Collection<String> names) {
    return new Writer<>(this, List.copyOf(names));
  }

  /**
   * A writer of all members but these, in the order of the record.
   *
   * @param further names of members that the caller sets
   */
  public Writer<T> writerWithout(Set<String> without, String... further) {
    return writer(
        Stream.concat(
                names.stream().filter(name -> !without.contains(name)), Arrays.stream(further))
            .toList());
  }

  /** Accessors of a member: of the component, and within it of the components of inline records. */
  private @Nullable MemberPath find(String name) {
    for (Member member : members) {
      if (member.step().names().contains(name)) {
        return switch (member.step()) {
          case CodecStep.OfInline inline ->
              new MemberPath(member, Objects.requireNonNull(inline.codec().find(name)));
          default -> new MemberPath(member, null);
        };
      }
    }
    return null;
  }

  /**
   * Path to a member.
   *
   * @param rest path within an inline record
   */
  private record MemberPath(Member member, @Nullable MemberPath rest) {

    void write(Record value, String name, Map<String, @Nullable Object> json) {
      if (rest == null) {
        member.write(value, json);
        return;
      }
      Record inline = ((CodecStep.OfInline) member.step()).inline(member.get(value));
      if (inline == null) {
        json.put(name, null);
      } else {
        rest.write(inline, name, json);
      }
    }
  }

  /**
   * A member that a writer writes.
   *
   * @param path absent without a component of that name
   */
  private record NamedMember(String name, @Nullable MemberPath path) {

    void write(Record value, Map<String, @Nullable Object> json) {
      if (path == null) {
        json.put(name, null);
      } else {
        path.write(value, name, json);
      }
    }
  }

  /**
   * Writer of members of a record.
   *
   * @param <T> the record
   */
  public static final class Writer<T extends Record> {

    private final RecordCodec<T> codec;
    private final List<NamedMember> members;

    private Writer(RecordCodec<T> codec, List<String> names) {
      this.codec = codec;
      this.members = names.stream().map(name -> new NamedMember(name, codec.find(name))).toList();
    }

    /** This writer with further members after one of its own. */
    public Writer<T> after(String name, String... further) {
      List<String> names =
          members.stream().map(NamedMember::name).collect(Collectors.toCollection(ArrayList::new));
      names.addAll(names.indexOf(name) + 1, List.of(further));
      return new Writer<>(codec, names);
    }

    /** Names of the members as a list of columns. */
    public String columns() {
      return members.stream().map(NamedMember::name).collect(Collectors.joining(", "));
    }

    public JsonObject write(T value) {
      Map<String, @Nullable Object> json = LinkedHashMap.newLinkedHashMap(members.size());
      for (NamedMember member : members) {
        member.write(value, json);
      }
      return new JsonObject(json);
    }

    public JsonArray writeAll(Collection<T> values) {
      List<JsonObject> written = new ArrayList<>(values.size());
      values.forEach(value -> written.add(write(value)));
      return new JsonArray(written);
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
