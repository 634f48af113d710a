package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.index.OfferContext;
import dev.tradewind.catalog.search.index.OfferContext.Column;
import dev.tradewind.catalog.search.index.OfferContext.Columns;
import dev.tradewind.catalog.search.query.SearchQuery.Sort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.Scorable;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Collector of the first products in their order, of their number and of facets, in one pass. It
 * ends a search that takes too long.
 */
final class ProductCollector extends SimpleCollector {

  /** Documents between two looks at the clock, less one. */
  private static final int CLOCK_MASK = 0xFFF;

  /** Values of a segment that are not read. */
  private static final Column UNREAD =
      new Column() {
        @Override
        public long price(String attribute, int document) {
          return OfferContext.NO_PRICE;
        }

        @Override
        public boolean isAvailable(int document) {
          return false;
        }
      };

  private final Columns columns;
  private final FacetCounter facets;
  private final List<Sort> sort;
  private final boolean isScored;
  private final int wanted;
  private final float least;
  private final long end;
  private final PriorityQueue<Candidate> best;
  private final Comparator<Candidate> order;

  private int base;
  private Column column = UNREAD;
  private NumericDocValues created = DocValues.emptyNumeric();
  private SortedDocValues titles = DocValues.emptySorted();
  private BinaryDocValues ids = DocValues.emptyBinary();
  private @Nullable Scorable scorer;
  private int collected;
  private int total;

  /**
   * Product among the first.
   *
   * @param score rank by the words
   * @param keys values to sort by, in the order of the request
   */
  record Candidate(int document, float score, Object[] keys, long created, BytesRef id) {}

  /**
   * @param wanted number of products from the first on
   * @param least lowest score
   * @param end of the time, by {@link System#nanoTime}
   */
  ProductCollector(
      Columns columns,
      FacetCounter facets,
      List<Sort> sort,
      boolean isScored,
      int wanted,
      float least,
      long end) {
    this.columns = columns;
    this.facets = facets;
    this.sort = sort;
    this.isScored = isScored;
    this.wanted = wanted;
    this.least = least;
    this.end = end;
    this.order = order(sort);
    this.best = new PriorityQueue<>(Math.max(1, wanted), order.reversed());
  }

  /**
   * The order of the answer: the number of words, the request's order, the rank, the newest, as the
   * list orders them.
   */
  private static Comparator<Candidate> order(List<Sort> sort) {
    Comparator<Candidate> byScore = (one, other) -> Float.compare(other.score(), one.score());
    Comparator<Candidate> order =
        sort.isEmpty()
            ? byScore
            : Comparator.comparing(
                (Candidate one) -> (int) (one.score() / TextQuery.WORD), Comparator.reverseOrder());
    for (int i = 0; i < sort.size(); i++) {
      int key = i;
      boolean isDescending = sort.get(i).isDescending();
      order =
          order.thenComparing(
              (one, other) -> compare(one.keys()[key], other.keys()[key], isDescending));
    }
    return order
        .thenComparing(byScore)
        .thenComparing(Candidate::created, Comparator.reverseOrder())
        .thenComparing(Candidate::id, Comparator.reverseOrder());
  }

  private static int compare(Object one, Object other, boolean isDescending) {
    int compared =
        switch (one) {
          case Long number -> {
            boolean isMissing = number == OfferContext.NO_PRICE;
            boolean isOtherMissing = ((Long) other) == OfferContext.NO_PRICE;
            if (isMissing || isOtherMissing) {
              // Last in both directions.
              int missing = Boolean.compare(isMissing, isOtherMissing);
              yield isDescending ? -missing : missing;
            }
            yield number.compareTo((Long) other);
          }
          default -> ((BytesRef) one).compareTo((BytesRef) other);
        };
    return isDescending ? -compared : compared;
  }

  @Override
  protected void doSetNextReader(LeafReaderContext context) throws IOException {
    base = context.docBase;
    boolean needsOffers =
        facets.needsOffers() || sort.stream().anyMatch(one -> Attributes.isPrice(one.attribute()));
    column = needsOffers ? columns.of(context) : UNREAD;
    SortedNumericDocValues times = DocValues.getSortedNumeric(context.reader(), Fields.CREATED_AT);
    NumericDocValues single = DocValues.unwrapSingleton(times);
    created = single == null ? DocValues.emptyNumeric() : single;
    titles = DocValues.getSorted(context.reader(), Fields.TITLE);
    ids = DocValues.getBinary(context.reader(), Fields.ID);
    facets.begin(context.reader());
  }

  @Override
  public void setScorer(Scorable next) {
    scorer = next;
  }

  @Override
  public void collect(int document) throws IOException {
    Scorable scored = scorer;
    float score = isScored && scored != null ? scored.score() : 0;
    if (score < least) {
      return;
    }
    if ((++collected & CLOCK_MASK) == 0 && System.nanoTime() > end) {
      throw SearchProblem.tooSlow();
    }
    if (facets.isNew(base + document)) {
      total++;
      facets.count(document, column);
    }
    if (wanted > 0) {
      offer(document, score);
    }
  }

  private void offer(int document, float score) throws IOException {
    boolean isFull = best.size() == wanted;
    Candidate last = isFull ? best.peek() : null;
    if (last != null && sort.isEmpty() && score < last.score()) {
      return;
    }
    long time = created.advanceExact(document) ? created.longValue() : 0;
    if (last != null && sort.isEmpty() && score == last.score() && time < last.created()) {
      return;
    }
    Candidate candidate =
        new Candidate(base + document, score, keys(document, time), time, id(document));
    if (last == null) {
      best.add(candidate);
    } else if (order.compare(candidate, last) < 0) {
      best.poll();
      best.add(candidate);
    }
  }

  private BytesRef id(int document) throws IOException {
    return ids.advanceExact(document) ? BytesRef.deepCopyOf(ids.binaryValue()) : new BytesRef();
  }

  private Object[] keys(int document, long time) throws IOException {
    Object[] keys = new Object[sort.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] =
          switch (sort.get(i).attribute()) {
            case Attributes.PRICE, Attributes.PRICE_INCL_TAX ->
                column.price(sort.get(i).attribute(), document);
            case Attributes.CREATED_AT -> time;
            default ->
                titles.advanceExact(document)
                    ? BytesRef.deepCopyOf(titles.lookupOrd(titles.ordValue()))
                    : new BytesRef();
          };
    }
    return keys;
  }

  @Override
  public void finish() throws IOException {
    facets.end();
  }

  @Override
  public ScoreMode scoreMode() {
    return isScored ? ScoreMode.COMPLETE : ScoreMode.COMPLETE_NO_SCORES;
  }

  /** Number of the products that the counter of facets has not known before. */
  int total() {
    return total;
  }

  /** The first products in their order. */
  List<Candidate> first() {
    List<Candidate> first = new ArrayList<>(best);
    first.sort(order);
    return first;
  }

  /** Whether a product comes before the last one of other products. */
  boolean hasBefore(@Nullable Candidate last) {
    return best.stream().anyMatch(one -> last == null || order.compare(one, last) < 0);
  }
}
