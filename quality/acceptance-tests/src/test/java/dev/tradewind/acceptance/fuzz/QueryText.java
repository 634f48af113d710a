package dev.tradewind.acceptance.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Writer of queries and path segments, including lone surrogates. */
final class QueryText {

  private static final String UNRESERVED =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~.";

  private QueryText() {}

  static String of(Map<String, @Nullable Object> query, RandomSource chance) {
    StringJoiner text = new StringJoiner("&");
    query.forEach((name, value) -> add(name, value, text, chance));
    return text.toString();
  }

  private static void add(
      String name, @Nullable Object value, StringJoiner text, RandomSource chance) {
    switch (value) {
      case null -> text.add(encoded(name));
      case Map<?, ?> object ->
          object.forEach((key, member) -> add(name + "[" + key + "]", member, text, chance));
      case List<?> array -> {
        int form = chance.below(3);
        for (int i = 0; i < Math.min(array.size(), 1_100); i++) {
          String index = form == 0 ? "[]" : form == 1 ? "[" + i + "]" : "";
          add(name + index, array.get(i), text, chance);
        }
      }
      case Raw raw -> text.add(encoded(name) + "=" + cut(encoded(raw.json())));
      default -> text.add(encoded(name) + "=" + cut(encoded(value.toString())));
    }
  }

  /** Truncates: a longer request line is refused for its length alone. */
  private static String cut(String text) {
    return text.length() <= 2_000 ? text : text.substring(0, 1_998).replaceFirst("%.?$", "");
  }

  static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      i += Character.charCount(character);
      if (UNRESERVED.indexOf(character) >= 0) {
        encoded.appendCodePoint(character);
      } else if (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE) {
        encoded.append(
            "%%ED%%%02X%%%02X"
                .formatted(0x80 | ((character >> 6) & 0x3f), 0x80 | (character & 0x3f)));
      } else {
        for (byte part : Character.toString(character).getBytes(StandardCharsets.UTF_8)) {
          encoded.append("%%%02X".formatted(part));
        }
      }
    }
    return encoded.toString();
  }
}
