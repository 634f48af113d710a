package dev.tradewind.medusa.document;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of the times of documents from PostgreSQL's JSON form to the form of responses.
 * Documents of others, such as metadata, stay as they are.
 */
final class WireTimes {

  private static final Set<String> OPAQUE = Set.of("metadata", "data", "context");

  private static final int YEAR_DIGITS = 4;

  private WireTimes() {}

  static @Nullable String of(@Nullable String time) {
    if (time == null) {
      return null;
    }
    if (time.equals("-infinity") || time.endsWith(" BC")) {
      return SourceValues.FIRST_TIME;
    }
    if (time.equals("infinity") || time.indexOf('-') > YEAR_DIGITS) {
      return SourceValues.LAST_TIME;
    }
    return Timestamps.format(Timestamps.parse(time));
  }

  /** The time; a text of the shop's own that is none stays as it is. */
  private static String shown(String text) {
    try {
      return Objects.requireNonNull(of(text));
    } catch (DateTimeException own) {
      return text;
    }
  }

  static @Nullable JsonObject of(@Nullable JsonObject document) {
    if (document == null) {
      return null;
    }
    JsonObject converted = new JsonObject();
    document.forEach(member -> {
      Object value = member.getValue();
      if (member.getKey().endsWith("_at") && value instanceof String time) {
        converted.put(member.getKey(), shown(time));
      } else if (value instanceof JsonObject nested && !OPAQUE.contains(member.getKey())) {
        converted.put(member.getKey(), of(nested));
      } else {
        converted.put(member.getKey(), value);
      }
    });
    return converted;
  }

  /** The converted documents; none without an array. */
  static JsonArray of(@Nullable JsonArray documents) {
    JsonArray converted = new JsonArray();
    if (documents != null) {
      documents.forEach(each -> converted.add(of((JsonObject) each)));
    }
    return converted;
  }
}
