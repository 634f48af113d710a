package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.text.Words.Word;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Spelling correction by the words of titles. Unlike the typos that a search finds by itself, those
 * of a correction may be in short words and in the first letter. A word counts only if a product
 * has it that the caller may see: the dictionary of the index has the words of all others too.
 */
final class Spelling {

  private static final int ONE_EDIT_FROM = 4;
  private static final int TWO_EDITS_FROM = 6;

  /** Words with so many edits that are looked at. */
  private static final int MAX_CANDIDATES = 64;

  private static final String FIELD = Fields.terms(Attributes.TITLE);

  private final IndexSearcher searcher;
  private final Query visible;

  /**
   * @param visible products that the caller may see, and that its filter lets through
   * @param end of the search's time, as {@link System#nanoTime}: a search that has found products
   *     does not wait longer for a correction
   */
  Spelling(IndexSearcher searcher, Query visible, long end) {
    this.searcher = new IndexSearcher(searcher.getIndexReader());
    this.searcher.setTimeout(() -> System.nanoTime() > end);
    this.visible = visible;
  }

  /** Whether the time was over before all corrections were found. */
  boolean isCut() {
    return searcher.timedOut();
  }

  /** The most similar word of a title, of several the one of the most products; null without. */
  @Nullable String correct(Word word) throws IOException {
    String text = word.text();
    int letters = text.codePointCount(0, text.length());
    boolean isSpelled = text.chars().noneMatch(Character::isDigit);
    if (!isSpelled || letters < ONE_EDIT_FROM) {
      return null;
    }
    String best = mostFrequent(near(text, 1));
    return best == null && letters >= TWO_EDITS_FROM ? mostFrequent(near(text, 2)) : best;
  }

  /** Words of titles with at most so many edits, in alphabetical order. */
  private List<String> near(String text, int edits) throws IOException {
    IndexReader reader = searcher.getIndexReader();
    Set<String> found = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(FIELD);
      if (terms != null) {
        FuzzyTermsEnum each = new FuzzyTermsEnum(terms, new Term(FIELD, text), edits, 0, true);
        for (BytesRef term = each.next(); term != null; term = each.next()) {
          found.add(term.utf8ToString());
        }
      }
    }
    found.remove(text);
    return found.stream()
        .filter(term -> term.codePoints().allMatch(Character::isLetterOrDigit))
        .limit(MAX_CANDIDATES)
        .toList();
  }

  private @Nullable String mostFrequent(List<String> terms) throws IOException {
    String best = null;
    int most = 0;
    for (String term : terms) {
      int products =
          searcher.count(
              new BooleanQuery.Builder()
                  .add(new TermQuery(new Term(FIELD, term)), Occur.FILTER)
                  .add(visible, Occur.FILTER)
                  .build());
      if (products > most) {
        most = products;
        best = term;
      }
    }
    return best;
  }
}
