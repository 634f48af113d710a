package dev.tradewind.catalog.search.index;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;

/** Fields whose terms are made here: with a weight in place of their frequency, or with places. */
final class TermFields {

  private static final FieldType WEIGHTED = type(IndexOptions.DOCS_AND_FREQS);
  private static final FieldType PLACED = type(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);

  private TermFields() {}

  private static FieldType type(IndexOptions options) {
    FieldType type = new FieldType();
    type.setIndexOptions(options);
    type.setTokenized(true);
    type.setOmitNorms(true);
    type.freeze();
    return type;
  }

  /** Term and the distance to the one before. */
  record Placed(String term, int distance) {}

  static Field weighted(String name, Map<String, Integer> weights) {
    return new Field(name, new Weighted(weights.entrySet().iterator()), WEIGHTED);
  }

  static Field placed(String name, List<Placed> terms) {
    return new Field(name, new InPlace(terms.iterator()), PLACED);
  }

  private static final class Weighted extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final TermFrequencyAttribute weight = addAttribute(TermFrequencyAttribute.class);
    private final Iterator<Map.Entry<String, Integer>> terms;

    Weighted(Iterator<Map.Entry<String, Integer>> terms) {
      this.terms = terms;
    }

    @Override
    public boolean incrementToken() {
      if (!terms.hasNext()) {
        return false;
      }
      clearAttributes();
      Map.Entry<String, Integer> next = terms.next();
      term.append(next.getKey());
      weight.setTermFrequency(next.getValue());
      return true;
    }
  }

  private static final class InPlace extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute distance =
        addAttribute(PositionIncrementAttribute.class);
    private final Iterator<Placed> terms;

    InPlace(Iterator<Placed> terms) {
      this.terms = terms;
    }

    @Override
    public boolean incrementToken() {
      if (!terms.hasNext()) {
        return false;
      }
      clearAttributes();
      Placed next = terms.next();
      term.append(next.term());
      distance.setPositionIncrement(next.distance());
      return true;
    }
  }
}
