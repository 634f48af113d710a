package dev.tradewind.catalog.search.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.apache.lucene.util.automaton.Operations;

/**
 * Automata of the words that are a typo or two away from a word. Compiling them costs more than
 * most searches, so those of some words are kept. Used by several threads.
 */
final class Typos {

  private static final int TWO_FROM = 9;
  private static final int MAX_AUTOMATON = 20_000;

  /** Memory of those that are kept; those of a word have some tens of kilobytes. */
  private static final int MAX_BYTES = 8 << 20;

  private static final Cache<Key, List<Near>> KEPT =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .<Key, List<Near>>weigher(
              (key, near) -> Math.toIntExact(near.stream().mapToLong(Near::bytes).sum()))
          .executor(Runnable::run)
          .build();

  private record Key(String text, boolean isOpen) {}

  /** Words with so many edits, not in the first letter. */
  record Near(int edit, CompiledAutomaton words) {

    private static Near of(int edit, Automaton automaton) {
      return new Near(edit, new CompiledAutomaton(automaton, false, true));
    }

    private long bytes() {
      return words.ramBytesUsed();
    }
  }

  private Typos() {}

  /**
   * @param isOpen whether the text may be the beginning of a word
   */
  static List<Near> of(String text, boolean isOpen) {
    return KEPT.get(new Key(text, isOpen), Typos::compiled);
  }

  private static List<Near> compiled(Key key) {
    String text = key.text();
    int edits = text.length() >= TWO_FROM ? 2 : 1;
    int head = text.offsetByCodePoints(0, 1);
    LevenshteinAutomata tails = new LevenshteinAutomata(text.substring(head), true);
    List<Near> near = new ArrayList<>();
    for (int edit = 1; edit <= edits; edit++) {
      Automaton whole = tails.toAutomaton(edit, text.substring(0, head));
      near.add(Near.of(edit, whole));
      if (key.isOpen() && edit == 1) {
        near.add(
            Near.of(
                edit,
                Operations.determinize(
                    Operations.concatenate(List.of(whole, Automata.makeAnyString())),
                    MAX_AUTOMATON)));
      }
    }
    return near;
  }
}
