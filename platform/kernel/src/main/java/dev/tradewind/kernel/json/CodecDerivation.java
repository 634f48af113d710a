package dev.tradewind.kernel.json;

import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derivation of the steps of a record and of the records in it.
 *
 * @param ownForms forms that are not derived
 * @param isStored whether absent members may have default values
 */
record CodecDerivation(MethodHandles.Lookup lookup, List<CodecForm> ownForms, boolean isStored) {

  /** Values of absent members of stored documents. */
  private static final Map<Class<?>, Supplier<Object>> DEFAULTS =
      Map.of(
          boolean.class,
          () -> false,
          JsonObject.class,
          JsonObject::new,
          List.class,
          List::of,
          Set.class,
          Set::of,
          Map.class,
          Map::of);

  CodecStep step(RecordComponent component) {
    boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    if (component.isAnnotationPresent(JsonInline.class)) {
      return inline(component.getType(), isNullable);
    }
    JsonName name = component.getAnnotation(JsonName.class);
    return new CodecStep.OfMember(
        name == null ? snakeCase(component.getName()) : name.value(),
        form(component.getGenericType()),
        isNullable,
        isStored ? DEFAULTS.get(component.getType()) : null);
  }

  @SuppressWarnings("unchecked") // Its values come from components of the same type.
  private CodecStep inline(Class<?> type, boolean isNullable) {
    for (CodecForm form : ownForms) {
      if (form instanceof InlineForm<?, ?> inline && inline.type() == type) {
        return new CodecStep.OfInline(
            codec(inline.members()), (InlineForm<Object, Record>) inline, isNullable);
      }
    }
    return new CodecStep.OfInline(codec(type), null, isNullable);
  }

  private static String snakeCase(String component) {
    return component.replaceAll("([A-Z]|[0-9]+)", "_$1").toLowerCase(Locale.ROOT);
  }

  @SuppressWarnings("unchecked") // Its values come from components of the same type.
  private JsonForm<Object> form(Type type) {
    return (JsonForm<Object>)
        (type instanceof ParameterizedType composed ? composed(composed) : plain((Class<?>) type));
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
        Stream.concat(
                ownForms.stream()
                    .filter(JsonForm.class::isInstance)
                    .<JsonForm<?>>map(form -> (JsonForm<?>) form),
                JsonForm.SIMPLE.stream())
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
