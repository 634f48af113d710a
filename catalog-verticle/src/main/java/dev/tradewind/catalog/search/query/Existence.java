package dev.tradewind.catalog.search.query;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.ConjunctionUtils;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.jspecify.annotations.Nullable;

/** Questions whether a product exists, which end at the first one. */
final class Existence {

  private Existence() {}

  /** Whether a product has both terms; without a query, whose preparation costs more. */
  static boolean ofBoth(IndexReader reader, Term one, Term other) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      PostingsEnum first = leaf.reader().postings(one, PostingsEnum.NONE);
      PostingsEnum second = first == null ? null : leaf.reader().postings(other, PostingsEnum.NONE);
      if (first != null
          && second != null
          && isLive(
              ConjunctionUtils.intersectIterators(List.of(first, second)),
              leaf.reader().getLiveDocs())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a product matches. */
  static boolean of(IndexSearcher searcher, Query query) throws IOException {
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer != null && isLive(scorer.iterator(), leaf.reader().getLiveDocs())) {
        return true;
      }
    }
    return false;
  }

  /**
   * @param live absent if all are
   */
  private static boolean isLive(DocIdSetIterator documents, @Nullable Bits live)
      throws IOException {
    for (int document = documents.nextDoc();
        document != DocIdSetIterator.NO_MORE_DOCS;
        document = documents.nextDoc()) {
      if (live == null || live.get(document)) {
        return true;
      }
    }
    return false;
  }
}
