package dev.tradewind.catalog.search.index;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Languages and attributes by which an index is made of the products: a change of them needs
 * another index.
 *
 * @param languages whose stems are indexed
 * @param searchable attributes with text, the most important first
 */
public record IndexLayout(Set<String> languages, List<String> searchable) {

  /** Version of the form of documents; an index of another one is filled again. */
  private static final int FORMAT = 5;

  /** Steps between the weights of two attributes. */
  public static final int STEP = 4;

  public IndexLayout {
    languages = Set.copyOf(languages);
    searchable = List.copyOf(searchable);
  }

  /** Text that tells this layout from others. */
  String digest() {
    return FORMAT + " " + new TreeSet<>(languages) + " " + searchable;
  }

  /** Weight of an attribute; 0 if its text is not searched. */
  int weight(String attribute) {
    int at = searchable.indexOf(attribute);
    return at < 0 ? 0 : STEP * (searchable.size() - at);
  }
}
