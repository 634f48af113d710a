package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.index.ProductIndex;
import dev.tradewind.catalog.search.query.Typos.Near;
import dev.tradewind.catalog.search.settings.SearchSettings;
import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * Query for the words of a shopper. The score is a rank: first the number of matching words, then
 * fewer typos, nearer words, more important attributes, and exact words before stems and
 * beginnings. A word that a product has is not taken for a typo of another. The number of terms
 * that a word expands to is bounded.
 */
final class TextQuery {

  /** Score of each matching word, above the sum of all that ranks below the number of words. */
  static final float WORD = 10_000;

  private static final float WITHOUT_TYPO = 200;
  private static final float ONE_TYPO = 100;
  private static final float TWO_TYPOS = 0;
  private static final float EXACT = 3;
  private static final float STEM = 2;
  private static final float BEGINNING = 0;
  private static final float ADJACENT = 60;
  private static final float NEAR = 30;
  private static final float WHOLE_TITLE = 20;
  private static final int NEAR_PLACES = 3;

  private static final int ONE_TYPO_FROM = 5;
  private static final int MAX_BEGINNINGS = 128;
  private static final int MAX_TYPOS = 32;
  private static final int MAX_SYNONYM_WORDS = 3;

  /** Treatment of documents that lack some of the words. */
  enum Strategy {
    /** They follow, those that lack the last words first. */
    LAST,
    /** They do not match. */
    ALL,
    /** They follow, those that lack the most common words first. */
    FREQUENCY
  }

  private final IndexSearcher searcher;
  private final IndexReader reader;
  private final List<String> channels;
  private final ProductIndex index;
  private final SearchSettings settings;
  private final List<String> fields;
  private final QueryWords words;
  private final Matches matches;

  /** One or several words of the query, with all that matches them. */
  private record Unit(Query query, boolean isStop, long documents) {}

  /**
   * @param channels whose products the caller sees
   * @param fields of terms: of all attributes, or of some of them
   */
  TextQuery(
      IndexSearcher searcher,
      List<String> channels,
      ProductIndex index,
      SearchSettings settings,
      List<String> fields,
      QueryWords words) {
    this.searcher = searcher;
    this.reader = searcher.getIndexReader();
    this.channels = channels;
    this.settings = settings;
    this.fields = fields;
    this.words = words;
    this.index = index;
    this.matches = new Matches(index.stems());
  }

  Matches matches() {
    return matches;
  }

  Query query(Strategy strategy) throws IOException {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    boolean isMatched = false;
    if (!words.words().isEmpty()) {
      all.add(words(strategy), Occur.MUST);
      isMatched = true;
    }
    for (List<String> phrase : words.phrases()) {
      phrase.forEach(matches::addTerm);
      all.add(
          new BoostQuery(
              new ConstantScoreQuery(phrase(phrase, 0)), WORD * phrase.size() + WITHOUT_TYPO),
          Occur.MUST);
      isMatched = true;
    }
    if (!isMatched) {
      all.add(new MatchAllDocsQuery(), Occur.FILTER);
    }
    for (List<String> phrase : words.excluded()) {
      all.add(phrase(phrase, 0), Occur.MUST_NOT);
    }
    return all.build();
  }

  /** Words that no product of the channels has, and that have no meaning of their own. */
  List<Word> unknown() throws IOException {
    List<Word> unknown = new ArrayList<>();
    List<Word> all = words.words();
    for (int i = 0; i < all.size(); i++) {
      Word word = all.get(i);
      boolean hasMeaning =
          settings.stopWords().contains(word.text())
              || settings.synonyms().containsKey(word.text())
              || index.stems().isStop(word.raw());
      if (!hasMeaning && !isKnown(word, words.endsOpen() && i == all.size() - 1)) {
        unknown.add(word);
      }
    }
    return unknown;
  }

  private static Query phrase(List<String> phrase, int distance) {
    return phrase.size() == 1
        ? new TermQuery(new Term(Fields.PLACES, phrase.getFirst()))
        : new PhraseQuery(distance, Fields.PLACES, phrase.toArray(String[]::new));
  }

  private Query words(Strategy strategy) throws IOException {
    List<Word> own = withoutStopWords();
    List<Unit> units = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      units.add(unit(own.get(i), words.endsOpen() && i == own.size() - 1));
    }
    List<Query> readings = new ArrayList<>();
    readings.add(combined(units, strategy));
    for (int first = 0; first < own.size(); first++) {
      for (int number = 2; number <= MAX_SYNONYM_WORDS && first + number <= own.size(); number++) {
        Unit joined = joined(own.subList(first, first + number));
        if (joined != null) {
          List<Unit> other = new ArrayList<>(units.subList(0, first));
          other.add(joined);
          other.addAll(units.subList(first + number, units.size()));
          readings.add(combined(other, strategy));
        }
      }
    }
    BooleanQuery.Builder all =
        new BooleanQuery.Builder()
            .add(
                readings.size() == 1 ? readings.getFirst() : new DisjunctionMaxQuery(readings, 0),
                Occur.MUST);
    addNearness(own, all);
    String whole = String.join(" ", own.stream().map(Word::text).toList());
    all.add(term(Fields.TERMS, Fields.WHOLE + whole, WHOLE_TITLE), Occur.SHOULD);
    return all.build();
  }

  private void addNearness(List<Word> own, BooleanQuery.Builder all) {
    if (own.size() < 2) {
      return;
    }
    List<String> texts = own.stream().map(Word::text).toList();
    all.add(
        new BoostQuery(new ConstantScoreQuery(phrase(texts, 0)), ADJACENT - NEAR), Occur.SHOULD);
    all.add(new BoostQuery(new ConstantScoreQuery(phrase(texts, NEAR_PLACES)), NEAR), Occur.SHOULD);
  }

  /** Words that the shop lets have no effect drop out, unless there are no others. */
  private List<Word> withoutStopWords() {
    List<Word> own =
        words.words().stream().filter(word -> !settings.stopWords().contains(word.text())).toList();
    return own.isEmpty() ? words.words() : own;
  }

  private static Query combined(List<Unit> units, Strategy strategy) {
    List<Unit> needed = units.stream().filter(unit -> !unit.isStop()).toList();
    if (needed.isEmpty()) {
      needed = units;
    }
    if (strategy == Strategy.FREQUENCY) {
      needed = needed.stream().sorted(Comparator.comparingLong(Unit::documents)).toList();
    }
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    if (strategy == Strategy.ALL) {
      needed.forEach(unit -> all.add(unit.query(), Occur.MUST));
    } else {
      all.add(nested(needed, 0), Occur.MUST);
    }
    for (Unit unit : units) {
      if (!needed.contains(unit)) {
        // Stop words of a language rank, but are not needed: "the" does, "hat" is German too.
        all.add(unit.query(), Occur.SHOULD);
      }
    }
    return all.build();
  }

  private static Query nested(List<Unit> units, int first) {
    Query query = units.get(first).query();
    if (first == units.size() - 1) {
      return query;
    }
    return new BooleanQuery.Builder()
        .add(query, Occur.MUST)
        .add(nested(units, first + 1), Occur.SHOULD)
        .build();
  }

  private Unit unit(Word word, boolean isOpen) throws IOException {
    String text = word.text();
    List<Query> all = new ArrayList<>();
    matches.addTerm(text);
    addTerm(all, text, WORD + WITHOUT_TYPO + EXACT);
    for (String stem : index.stems().of(word.raw())) {
      matches.addStem(stem);
      addTerm(all, stem, WORD + WITHOUT_TYPO + STEM);
    }
    if (isOpen) {
      matches.addBeginning(text);
      addBeginnings(all, text);
    }
    addSynonyms(all, text, 1);
    boolean isSpelled = text.chars().noneMatch(Character::isDigit);
    if (isSpelled && text.length() >= ONE_TYPO_FROM && !isKnown(word, isOpen)) {
      addTypos(all, text, isOpen);
      addParts(all, text);
    }
    return new Unit(
        new DisjunctionMaxQuery(all, 0),
        index.stems().isStop(word.raw()) && words.words().size() > 1,
        documents(text));
  }

  /** Several words that are one, or that have synonyms together; null if they are neither. */
  private @Nullable Unit joined(List<Word> some) throws IOException {
    List<Query> all = new ArrayList<>();
    String one = String.join("", some.stream().map(Word::text).toList());
    long documents = some.size() == 2 ? documents(one) : 0;
    if (documents > 0) {
      matches.addTerm(one);
      addTerm(all, one, WORD * some.size() + ONE_TYPO + EXACT);
    }
    addSynonyms(all, String.join(" ", some.stream().map(Word::text).toList()), some.size());
    return all.isEmpty() ? null : new Unit(new DisjunctionMaxQuery(all, 0), false, documents);
  }

  /** Whether a product of the channels has the word, one of its stem, or one that begins so. */
  private boolean isKnown(Word word, boolean isOpen) throws IOException {
    for (String field : fields) {
      if (isSold(new Term(field, word.text()))) {
        return true;
      }
      for (String stem : index.stems().of(word.raw())) {
        if (isSold(new Term(field, stem))) {
          return true;
        }
      }
    }
    return isOpen && isBeginning(word.text());
  }

  private boolean isSold(Term term) throws IOException {
    for (String channel : channels) {
      if (Existence.ofBoth(reader, term, new Term(Fields.CHANNEL, channel))) {
        return true;
      }
    }
    return false;
  }

  private boolean isBeginning(String text) throws IOException {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    fields.forEach(field -> any.add(new PrefixQuery(new Term(field, text)), Occur.SHOULD));
    Query sold =
        new BooleanQuery.Builder()
            .add(any.build(), Occur.FILTER)
            .add(ProductSearch.terms(Fields.CHANNEL, channels), Occur.FILTER)
            .build();
    return Existence.of(searcher, sold);
  }

  private void addTerm(Collection<Query> all, String term, float boost) {
    fields.forEach(field -> all.add(term(field, term, boost)));
  }

  private static Query term(String field, String term, float boost) {
    return new BoostQuery(new TermQuery(new Term(field, term)), boost);
  }

  private long documents(String term) throws IOException {
    long most = 0;
    for (String field : fields) {
      most = Math.max(most, reader.docFreq(new Term(field, term)));
    }
    return most;
  }

  private void addSynonyms(Collection<Query> all, String text, int number) {
    for (List<String> meaning : settings.synonyms().getOrDefault(text, List.of())) {
      meaning.forEach(matches::addTerm);
      if (meaning.size() == 1) {
        addTerm(all, meaning.getFirst(), WORD * number + WITHOUT_TYPO + EXACT);
      } else {
        all.add(together(meaning, WORD * number + WITHOUT_TYPO));
      }
    }
  }

  /** All of the words, with this score. */
  private Query together(List<String> parts, float score) {
    BooleanQuery.Builder both = new BooleanQuery.Builder();
    for (String part : parts) {
      List<Query> inFields = new ArrayList<>();
      addTerm(inFields, part, score / parts.size());
      both.add(new DisjunctionMaxQuery(inFields, 0), Occur.MUST);
    }
    return both.build();
  }

  private void addBeginnings(Collection<Query> all, String text) throws IOException {
    float boost = WORD + WITHOUT_TYPO + BEGINNING;
    if (text.codePointCount(0, text.length()) <= Fields.MAX_BEGINNING) {
      addTerm(all, Fields.BEGINNING + text, boost);
      return;
    }
    BytesRef beginning = new BytesRef(text);
    for (String field : fields) {
      Set<String> found = new LinkedHashSet<>();
      for (LeafReaderContext leaf : reader.leaves()) {
        Terms terms = leaf.reader().terms(field);
        TermsEnum each = terms == null ? TermsEnum.EMPTY : terms.iterator();
        TermsEnum.SeekStatus status = each.seekCeil(beginning);
        int left = MAX_BEGINNINGS;
        while (status != TermsEnum.SeekStatus.END
            && left > 0
            && StringHelper.startsWith(each.term(), beginning)) {
          found.add(each.term().utf8ToString());
          left--;
          if (each.next() == null) {
            break;
          }
        }
      }
      found.stream().limit(MAX_BEGINNINGS).forEach(term -> all.add(term(field, term, boost)));
      if (found.size() >= MAX_BEGINNINGS) {
        all.add(
            new BoostQuery(new ConstantScoreQuery(new PrefixQuery(new Term(field, text))), boost));
      }
    }
  }

  private void addTypos(Collection<Query> all, String text, boolean isOpen) throws IOException {
    List<Near> near = Typos.of(text, isOpen);
    for (String field : fields) {
      Map<String, Integer> found = new LinkedHashMap<>();
      for (Near one : near) {
        collect(field, one, found);
      }
      found.remove(text);
      found.forEach((term, edit) -> {
        matches.addTerm(term);
        all.add(term(field, term, WORD + (edit == 1 ? ONE_TYPO : TWO_TYPOS)));
      });
    }
  }

  private void collect(String field, Near near, Map<String, Integer> found) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      if (terms == null) {
        continue;
      }
      TermsEnum each = near.words().getTermsEnum(terms);
      for (BytesRef term = each.next();
          term != null && found.size() < MAX_TYPOS * near.edit();
          term = each.next()) {
        found.putIfAbsent(term.utf8ToString(), near.edit());
      }
    }
  }

  /** A word that the index does not have, as two that it has. */
  private void addParts(Collection<Query> all, String text) throws IOException {
    if (documents(text) > 0 || text.length() > Words.MAX_LENGTH / 2) {
      return;
    }
    int best = 0;
    long most = 0;
    for (int at = 2; at <= text.length() - 2; at++) {
      if (!Character.isSurrogate(text.charAt(at))) {
        long left = documents(text.substring(0, at));
        long both = left == 0 ? 0 : Math.min(left, documents(text.substring(at)));
        if (both > most) {
          most = both;
          best = at;
        }
      }
    }
    if (most > 0) {
      List<String> parts = List.of(text.substring(0, best), text.substring(best));
      parts.forEach(matches::addTerm);
      all.add(together(parts, WORD + ONE_TYPO));
    }
  }
}
