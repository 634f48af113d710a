package dev.tradewind.shadow;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Ages of rows in answers, by their times and by the times within their ids. */
final class Ages {

  private static final Set<String> TIMES = Set.of("created_at", "updated_at", "deleted_at");

  /** An id that ends with a ULID, whose first ten characters are a time in milliseconds. */
  private static final Pattern WITH_ULID =
      Pattern.compile("[a-z]+(?:_[a-z]+)*_([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}");

  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private Ages() {}

  /** Whether a value, or a part of it, was written after a time. */
  static boolean isAnyAfter(@Nullable Object value, Instant time) {
    return switch (value) {
      case JsonObject object ->
          object.fieldNames().stream()
              .anyMatch(name ->
                  object.getValue(name) instanceof String text
                      ? isAfter(name, text, time)
                      : isAnyAfter(object.getValue(name), time));
      case JsonArray array -> array.stream().anyMatch(each -> isAnyAfter(each, time));
      case null, default -> false;
    };
  }

  private static boolean isAfter(String name, String text, Instant time) {
    if (name.equals("id")) {
      return isIdAfter(text, time);
    }
    Instant written = TIMES.contains(name) ? JsonDifferences.time(text) : null;
    return written != null && written.isAfter(time);
  }

  /** Whether an id was made after a time; one without a time was not. */
  static boolean isIdAfter(String id, Instant time) {
    var found = WITH_ULID.matcher(id);
    if (!found.matches()) {
      return false;
    }
    long millis = 0;
    for (char digit : found.group(1).toUpperCase(Locale.ROOT).toCharArray()) {
      millis = millis * DIGITS.length() + DIGITS.indexOf(digit);
    }
    return millis > time.toEpochMilli();
  }
}
