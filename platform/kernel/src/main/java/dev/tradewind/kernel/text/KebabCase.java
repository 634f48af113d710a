package dev.tradewind.kernel.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * URL path segments in kebab case: words in lower case with dashes between them. Words end at
 * blanks, punctuation, changes of case and digits; Latin letters lose their accents, apostrophes
 * are removed. The folding is the same as in lodash's {@code kebabCase}, which clients of this API
 * know.
 */
public final class KebabCase {

  private static final String SYMBOL = "\\x{10000}-\\x{10FFFF}";
  private static final String BREAK =
      "\\u00ac\\u00b1\\u00d7\\u00f7\\x00-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\u00bf\\u2000-\\u206f"
          + "\\ufeff\\u1680\\u180e\\u3000";
  private static final String DINGBAT = "\\u2700-\\u27bf";
  private static final String LOWER = "a-z\\u00df-\\u00f6\\u00f8-\\u00ff";
  private static final String UPPER = "A-Z\\u00c0-\\u00d6\\u00d8-\\u00de";
  private static final String OTHER =
      "[^" + SYMBOL + BREAK + "+\\d" + DINGBAT + LOWER + UPPER + "]";
  private static final String LOWER_OR_OTHER = "(?:[" + LOWER + "]|" + OTHER + ")";

  private static final String VARIANT =
      "\\ufe0e?\\ufe0f?(?:[\\u0300-\\u036f\\ufe20-\\ufe2f\\u20d0-\\u20ff]|[\\x{1F3FB}-\\x{1F3FF}])?";
  private static final String FLAG = "[\\x{1F1E6}-\\x{1F1FF}]{2}";
  private static final String EMOJI =
      "(?:[%1$s]|%2$s|[%3$s])%4$s(?:\\u200d(?:[^%3$s]|%2$s|[%3$s])%4$s)*"
          .formatted(DINGBAT, FLAG, SYMBOL, VARIANT);

  private static final Pattern WORD =
      Pattern.compile(
          String.join(
              "|",
              "[" + UPPER + "]?[" + LOWER + "]+(?=[" + BREAK + UPPER + "]|\\z)",
              "(?:[%1$s]|%2$s)+(?=[%3$s]|[%1$s]%4$s|\\z)"
                  .formatted(UPPER, OTHER, BREAK, LOWER_OR_OTHER),
              "[" + UPPER + "]?" + LOWER_OR_OTHER + "+",
              "[" + UPPER + "]+",
              "\\d*(?:1ST|2ND|3RD|(?![123])\\dTH)(?=\\b|[a-z_])",
              "\\d*(?:1st|2nd|3rd|(?![123])\\dth)(?=\\b|[A-Z_])",
              "\\d+",
              EMOJI));

  private static final Pattern ACCENTED = Pattern.compile("[\\u00c0-\\u017f&&[^\\u00d7\\u00f7]]");
  private static final Pattern MARKS =
      Pattern.compile("[\\u0300-\\u036f\\ufe20-\\ufe2f\\u20d0-\\u20ff]");
  private static final Pattern APOSTROPHES = Pattern.compile("['\\u2019]");

  /** Letters that are not a plain letter with an accent. */
  private static final Map<String, String> LETTERS =
      Map.ofEntries(
          Map.entry("Æ", "Ae"),
          Map.entry("æ", "ae"),
          Map.entry("Œ", "Oe"),
          Map.entry("œ", "oe"),
          Map.entry("Ĳ", "IJ"),
          Map.entry("ĳ", "ij"),
          Map.entry("ß", "ss"),
          Map.entry("Þ", "Th"),
          Map.entry("þ", "th"),
          Map.entry("Ð", "D"),
          Map.entry("ð", "d"),
          Map.entry("Đ", "D"),
          Map.entry("đ", "d"),
          Map.entry("Ø", "O"),
          Map.entry("ø", "o"),
          Map.entry("Ł", "L"),
          Map.entry("ł", "l"),
          Map.entry("Ŀ", "L"),
          Map.entry("ŀ", "l"),
          Map.entry("Ħ", "H"),
          Map.entry("ħ", "h"),
          Map.entry("Ŧ", "T"),
          Map.entry("ŧ", "t"),
          Map.entry("Ŋ", "N"),
          Map.entry("ŋ", "n"),
          Map.entry("ŉ", "n"),
          Map.entry("ĸ", "k"),
          Map.entry("ı", "i"),
          Map.entry("ſ", "s"));

  private KebabCase() {}

  /** The text in kebab case; empty if it has neither letters nor digits nor symbols. */
  public static String of(String text) {
    String plain =
        MARKS.matcher(ACCENTED.matcher(text).replaceAll(KebabCase::plain)).replaceAll("");
    return WORD.matcher(APOSTROPHES.matcher(plain).replaceAll(""))
        .results()
        .map(word -> word.group().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining("-"));
  }

  private static String plain(MatchResult letter) {
    String known = LETTERS.get(letter.group());
    return known == null ? Normalizer.normalize(letter.group(), Normalizer.Form.NFD) : known;
  }
}
