package dev.tradewind.storefront.render;

import java.util.ArrayList;
import java.util.List;

/**
 * Part of a text that a search has found. Templates escape each part, so that neither text nor
 * marks can become an element.
 *
 * @param isMarked whether it has words of the search
 */
public record TextPart(String text, boolean isMarked) {

  /** Begin of a mark: a character that has no meaning in texts. */
  public static final String BEGIN = "\ue000";

  /** End of a mark. */
  public static final String END = "\ue001";

  /** Parts of a text with marks, in their order; without marks the text itself. */
  public static List<TextPart> of(String text) {
    List<TextPart> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int begin = text.indexOf(BEGIN, at);
      int end = begin < 0 ? -1 : text.indexOf(END, begin);
      if (end < 0) {
        break;
      }
      add(parts, text.substring(at, begin), false);
      add(parts, text.substring(begin + 1, end), true);
      at = end + 1;
    }
    add(parts, text.substring(at), false);
    return parts;
  }

  private static void add(List<TextPart> parts, String text, boolean isMarked) {
    String shown = text.replace(BEGIN, "").replace(END, "");
    if (!shown.isEmpty()) {
      parts.add(new TextPart(shown, isMarked));
    }
  }
}
