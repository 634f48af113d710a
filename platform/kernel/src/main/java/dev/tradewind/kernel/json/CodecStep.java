package dev.tradewind.kernel.json;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** JSON form of one component of a record. */
sealed interface CodecStep {

  /** Names of its members. */
  Set<String> names();

  @Nullable Object read(JsonObject json);

  void write(@Nullable Object value, Map<String, @Nullable Object> json);

  /**
   * A component that is one member.
   *
   * @param absent its value without the member; rejected without one
   */
  record OfMember(
      String name, JsonForm<Object> form, boolean isNullable, @Nullable Supplier<Object> absent)
      implements CodecStep {

    @Override
    public Set<String> names() {
      return Set.of(name);
    }

    @Override
    public @Nullable Object read(JsonObject json) {
      Object value = json.getValue(name);
      if (value != null) {
        return form.reader().apply(value);
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

  /**
   * A value whose members lie beside the others.
   *
   * @param form of the value as the record that has these members; absent if it is that record
   */
  record OfInline(
      RecordCodec<Record> codec, @Nullable InlineForm<Object, Record> form, boolean isNullable)
      implements CodecStep {

    @Override
    public Set<String> names() {
      return codec.names();
    }

    @Override
    public @Nullable Object read(JsonObject json) {
      if (isNullable && names().stream().noneMatch(name -> json.getValue(name) != null)) {
        return null;
      }
      Record read = codec.read(json);
      return form == null ? read : form.reader().apply(read);
    }

    @Override
    public void write(@Nullable Object value, Map<String, @Nullable Object> json) {
      Record inline = inline(value);
      if (inline != null) {
        codec.writeTo(inline, json);
      }
    }

    @Nullable Record inline(@Nullable Object value) {
      return value == null || form == null ? (Record) value : form.writer().apply(value);
    }
  }

  /** The unknown members, which are written first. */
  record Rest(Set<String> known) implements CodecStep {

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
}
