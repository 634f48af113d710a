package dev.tradewind.providers.hook;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.spi.hook.HookPoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON forms of questions and answers, derived from their records: {@code unitPrice} is {@code
 * unit_price}. An absent object, list or flag of an answer is empty or false.
 */
final class HookForms {

  private static final Map<HookPoint, RecordCodec<Record>> QUESTIONS = codecs(true);

  private static final Map<HookPoint, RecordCodec<Record>> ANSWERS = codecs(false);

  private HookForms() {}

  @SuppressWarnings("unchecked") // Questions and answers of a point are of its types.
  private static Map<HookPoint, RecordCodec<Record>> codecs(boolean areQuestions) {
    Map<HookPoint, RecordCodec<Record>> codecs = new EnumMap<>(HookPoint.class);
    for (HookPoint point : HookPoint.values()) {
      Class<? extends Record> type = areQuestions ? point.question() : point.answer();
      codecs.put(point, (RecordCodec<Record>) RecordCodec.of(MethodHandles.publicLookup(), type));
    }
    return codecs;
  }

  private static RecordCodec<Record> of(
      Map<HookPoint, RecordCodec<Record>> codecs, HookPoint point) {
    RecordCodec<Record> codec = codecs.get(point);
    if (codec == null) {
      throw new IllegalStateException("No form of " + point);
    }
    return codec;
  }

  static JsonObject question(HookPoint point, Record question) {
    return of(QUESTIONS, point).write(question);
  }

  /** An answer without its empty members, as lines and shipping methods keep it. */
  static JsonObject written(HookPoint point, Record answer) {
    JsonObject form = of(ANSWERS, point).write(answer);
    form.getMap().values().removeIf(HookForms::isEmpty);
    return form;
  }

  private static boolean isEmpty(@Nullable Object value) {
    return value == null
        || value instanceof JsonObject object && object.isEmpty()
        || value instanceof JsonArray array && array.isEmpty();
  }

  /**
   * Answer of an HTTP hook. A misspelt member would be a permission.
   *
   * @throws RuntimeException if it is none that the point allows
   */
  static Record answer(HookPoint point, JsonObject json) {
    RecordCodec<Record> codec = of(ANSWERS, point);
    json.fieldNames().stream()
        .filter(name -> !codec.names().contains(name))
        .findFirst()
        .ifPresent(unknown -> {
          throw new IllegalArgumentException("Its answer has an unknown member " + unknown + ".");
        });
    return codec.read(json);
  }
}
