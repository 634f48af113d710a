package dev.tradewind.catalog.search.text;

import dev.tradewind.kernel.text.TextFolding;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Words of a text, without case and accents. Chinese and Japanese, which have no blanks between
 * words, are split into overlapping pairs of characters.
 */
public final class Words {

  /** Length of a word; the rest of a longer one is left out. */
  public static final int MAX_LENGTH = 64;

  private Words() {}

  /**
   * Word with its place in the text.
   *
   * @param text folded
   * @param raw lower case, with accents, for stemmers
   * @param start index of its first character
   * @param end index after its last character
   */
  public record Word(String text, String raw, int start, int end) {}

  public static List<Word> split(String text) {
    List<Word> words = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      int next = at + Character.charCount(point);
      if (!isPart(point)) {
        at = next;
      } else if (isUnspaced(point)) {
        at = addPairs(text, at, words);
      } else {
        int end = next;
        while (end < text.length()
            && isPart(text.codePointAt(end))
            && !isUnspaced(text.codePointAt(end))) {
          end += Character.charCount(text.codePointAt(end));
        }
        add(text, at, end, words);
        at = end;
      }
    }
    return words;
  }

  private static int addPairs(String text, int start, List<Word> words) {
    int end = start;
    int before = -1;
    while (end < text.length() && isUnspaced(text.codePointAt(end))) {
      int next = end + Character.charCount(text.codePointAt(end));
      if (before >= 0) {
        add(text, before, next, words);
      }
      before = end;
      end = next;
    }
    if (before == start) {
      add(text, start, end, words);
    }
    return end;
  }

  private static void add(String text, int start, int end, List<Word> words) {
    String raw = text.substring(start, end).toLowerCase(Locale.ROOT);
    String folded = TextFolding.fold(raw);
    if (!folded.isEmpty()) {
      words.add(new Word(cut(folded, MAX_LENGTH), cut(raw, MAX_LENGTH), start, end));
    }
  }

  /** Beginning of a text, at most so long, without half of a character. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }

  private static boolean isPart(int point) {
    int type = Character.getType(point);
    return Character.isLetterOrDigit(point)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  /** Whether the script has no blanks between words. */
  private static boolean isUnspaced(int point) {
    return switch (UnicodeScript.of(point)) {
      case HAN, HIRAGANA, KATAKANA, THAI -> true;
      default -> false;
    };
  }
}
