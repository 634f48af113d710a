package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.text.Stems;
import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Words that match a query, to find their places in a text. */
public final class Matches {

  private final Stems stems;
  private final Set<String> terms = new HashSet<>();
  private final Set<String> stemmed = new HashSet<>();
  private final List<String> beginnings = new ArrayList<>();

  /**
   * Matching part of a text.
   *
   * @param start index of its first character
   */
  public record Place(int start, int end) {}

  Matches(Stems stems) {
    this.stems = stems;
  }

  void addTerm(String term) {
    terms.add(term);
  }

  void addStem(String stem) {
    stemmed.add(stem);
  }

  void addBeginning(String beginning) {
    beginnings.add(beginning);
  }

  public boolean isEmpty() {
    return terms.isEmpty() && stemmed.isEmpty() && beginnings.isEmpty();
  }

  /** Matching words of a text, in their order; of a beginning, its letters. */
  public List<Place> in(String text) {
    if (isEmpty()) {
      return List.of();
    }
    List<Place> places = new ArrayList<>();
    for (Word word : Words.split(text)) {
      int end = matchedUntil(word);
      // Pairs of characters overlap.
      int start = places.isEmpty() ? word.start() : Math.max(word.start(), places.getLast().end());
      if (end > start) {
        places.add(new Place(start, end));
      }
    }
    return places;
  }

  /** End of the part of a word that matches; its start if none does. */
  private int matchedUntil(Word word) {
    if (terms.contains(word.text())) {
      return word.end();
    }
    for (String beginning : beginnings) {
      if (word.text().startsWith(beginning)) {
        boolean isAligned = word.text().length() == word.end() - word.start();
        return isAligned ? word.start() + beginning.length() : word.end();
      }
    }
    if (!stemmed.isEmpty() && stems.of(word.raw()).stream().anyMatch(stemmed::contains)) {
      return word.end();
    }
    return word.start();
  }
}
