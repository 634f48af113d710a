package dev.tradewind.catalog.search.index;

import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.TermStatistics;
import org.apache.lucene.search.similarities.Similarity;

/**
 * Score of a term that is the boost of its query plus its weight in the document, so that sums of
 * scores are compared as ranks, not as probabilities.
 */
final class WeightSimilarity extends Similarity {

  @Override
  public SimScorer scorer(float boost, CollectionStatistics collection, TermStatistics... terms) {
    return new SimScorer() {
      @Override
      public float score(float weight, long norm) {
        return boost + weight;
      }
    };
  }
}
