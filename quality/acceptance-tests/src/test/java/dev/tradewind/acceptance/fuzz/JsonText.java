package dev.tradewind.acceptance.fuzz;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON writer for values that other writers refuse: lone surrogates, numbers of any size. */
final class JsonText {

  private JsonText() {}

  static String of(@Nullable Object value) {
    StringBuilder text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(@Nullable Object value, StringBuilder text) {
    switch (value) {
      case null -> text.append("null");
      case Raw raw -> text.append(raw.json());
      case String string -> quote(string, text);
      case Map<?, ?> object -> {
        String separator = "{";
        for (Map.Entry<?, ?> entry : object.entrySet()) {
          text.append(separator);
          quote((String) entry.getKey(), text);
          text.append(':');
          write(entry.getValue(), text);
          separator = ",";
        }
        text.append(object.isEmpty() ? "{}" : "}");
      }
      case List<?> array -> {
        String separator = "[";
        for (Object element : array) {
          text.append(separator);
          write(element, text);
          separator = ",";
        }
        text.append(array.isEmpty() ? "[]" : "]");
      }
      default -> text.append(value);
    }
  }

  private static void quote(String string, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < string.length(); i++) {
      char character = string.charAt(i);
      if (character == '"' || character == '\\') {
        text.append('\\').append(character);
      } else if (character < ' ' || Character.isSurrogate(character)) {
        text.append("\\u%04x".formatted((int) character));
      } else {
        text.append(character);
      }
    }
    text.append('"');
  }
}
