package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.OfferContext.Column;
import dev.tradewind.catalog.search.index.OfferContext.Columns;
import java.util.Objects;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;

/** Query for products by their price or availability for a caller. */
final class OfferQuery extends Query {

  /** Condition on the values of a document. */
  interface Condition {
    boolean holds(Column column, int document);
  }

  private final Columns columns;
  private final Condition condition;

  OfferQuery(Columns columns, Condition condition) {
    this.columns = columns;
    this.condition = condition;
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode mode, float boost) {
    return new ConstantScoreWeight(this, boost) {
      @Override
      public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
        Column column = columns.of(leaf);
        DocIdSetIterator all = DocIdSetIterator.all(leaf.reader().maxDoc());
        Scorer scorer =
            new ConstantScoreScorer(
                score(),
                mode,
                new TwoPhaseIterator(all) {
                  @Override
                  public boolean matches() {
                    return condition.holds(column, approximation.docID());
                  }

                  @Override
                  public float matchCost() {
                    return 2;
                  }
                });
        return new DefaultScorerSupplier(scorer);
      }

      @Override
      public boolean isCacheable(LeafReaderContext leaf) {
        return false;
      }
    };
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  @Override
  public String toString(String field) {
    return "OfferQuery";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OfferQuery that
        && columns == that.columns
        && condition.equals(that.condition);
  }

  @Override
  public int hashCode() {
    return Objects.hash(System.identityHashCode(columns), condition);
  }
}
