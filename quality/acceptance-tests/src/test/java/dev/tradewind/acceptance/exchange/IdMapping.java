package dev.tradewind.acceptance.exchange;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recorded ids, and other recorded texts, with those that this service generated for the same
 * resources.
 */
final class IdMapping {

  /** An id of the reference: a type prefix and a ULID. */
  private static final Pattern ID = Pattern.compile("\\b[a-z]+_[0-9A-Z]{26}\\b");

  private final Map<String, String> ours;
  private final Map<String, String> texts;

  IdMapping() {
    this(new HashMap<>(), new HashMap<>());
  }

  private IdMapping(Map<String, String> ours, Map<String, String> texts) {
    this.ours = ours;
    this.texts = texts;
  }

  /** Whether the text is an id, and nothing else. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  IdMapping copy() {
    return new IdMapping(new HashMap<>(ours), texts);
  }

  @Nullable String get(String recorded) {
    return ours.get(recorded);
  }

  void put(String recorded, String generated) {
    ours.put(recorded, generated);
  }

  /** Maps a text that is no id, or a query parameter {@code name=value}. */
  void putText(String recorded, String generated) {
    texts.put(recorded, recorded.replaceFirst("[^=]*$", Matcher.quoteReplacement(generated)));
  }

  /**
   * The text with our ids instead of recorded ones.
   *
   * @throws UnknownIdException if a recorded id is not mapped
   */
  String translate(String text) {
    return replace(text, true);
  }

  /** The text with our ids instead of recorded ones; ids that are not mapped stay. */
  String translateKnown(String text) {
    return replace(text, false);
  }

  private String replace(String text, boolean all) {
    Matcher matcher = ID.matcher(text);
    StringBuilder translated = new StringBuilder();
    while (matcher.find()) {
      String mapped = ours.get(matcher.group());
      if (mapped == null && all) {
        throw new UnknownIdException(matcher.group());
      }
      matcher.appendReplacement(translated, mapped == null ? matcher.group() : mapped);
    }
    String result = matcher.appendTail(translated).toString();
    for (Map.Entry<String, String> each : texts.entrySet()) {
      result = result.replace(each.getKey(), each.getValue());
    }
    return result;
  }

  /** Use of a recorded id before an earlier step has mapped it. */
  static final class UnknownIdException extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnknownIdException(String id) {
      super("No earlier step has mapped " + id);
    }
  }
}
