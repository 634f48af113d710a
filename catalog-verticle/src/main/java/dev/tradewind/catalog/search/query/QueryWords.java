package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * Parts of a query: words, phrases in quotation marks, and both with a minus sign in front.
 *
 * @param words at most {@link #MAX_WORDS}, with their places in the query
 * @param endsOpen whether the last word may be the beginning of one
 */
record QueryWords(
    List<Word> words, List<List<String>> phrases, List<List<String>> excluded, boolean endsOpen) {

  /** Words that count, those of phrases among them. */
  private static final int MAX_WORDS = 10;

  static QueryWords parse(String query) {
    List<Word> words = new ArrayList<>();
    List<List<String>> phrases = new ArrayList<>();
    List<List<String>> excluded = new ArrayList<>();
    int left = MAX_WORDS;
    int at = 0;
    boolean isWordLast = false;
    while (at < query.length() && left > 0) {
      char one = query.charAt(at);
      boolean isExcluded =
          one == '-'
              && at + 1 < query.length()
              && !Character.isWhitespace(query.charAt(at + 1))
              && (at == 0 || Character.isWhitespace(query.charAt(at - 1)));
      int begin = isExcluded ? at + 1 : at;
      if (Character.isWhitespace(query.charAt(begin))) {
        at = begin + 1;
        isWordLast = false;
        continue;
      }
      boolean isPhrase = query.charAt(begin) == '"';
      int end = isPhrase ? endOfPhrase(query, begin + 1) : endOfPart(query, begin);
      List<Word> found = Words.split(query.substring(isPhrase ? begin + 1 : begin, end));
      found = found.subList(0, Math.min(left, found.size()));
      left -= found.size();
      isWordLast = !isPhrase && !isExcluded;
      if (isWordLast) {
        found.forEach(word ->
            words.add(new Word(word.text(), word.raw(), begin + word.start(), begin + word.end())));
      } else if (!found.isEmpty()) {
        (isExcluded ? excluded : phrases).add(found.stream().map(Word::text).toList());
      }
      at = isPhrase ? Math.min(query.length(), end + 1) : end;
    }
    return new QueryWords(words, phrases, excluded, isWordLast && at >= query.length());
  }

  private static int endOfPhrase(String query, int from) {
    int end = query.indexOf('"', from);
    return end < 0 ? query.length() : end;
  }

  private static int endOfPart(String query, int from) {
    int end = from;
    while (end < query.length()
        && !Character.isWhitespace(query.charAt(end))
        && (end == from || query.charAt(end) != '"')) {
      end++;
    }
    return end;
  }

  boolean isBlank() {
    return words.isEmpty() && phrases.isEmpty();
  }
}
