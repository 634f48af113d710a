package dev.tradewind.catalog.search.query;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.Fields;
import dev.tradewind.catalog.search.index.FormerDocuments;
import dev.tradewind.catalog.search.index.FormerDocuments.Changes;
import dev.tradewind.catalog.search.index.FormerDocuments.Documents;
import dev.tradewind.catalog.search.index.IndexFeed.View;
import dev.tradewind.catalog.search.index.OfferContext;
import dev.tradewind.catalog.search.index.OfferContext.Column;
import dev.tradewind.catalog.search.index.OfferContext.Columns;
import dev.tradewind.catalog.search.index.ProductIndex;
import dev.tradewind.catalog.search.query.Federated.Weighted;
import dev.tradewind.catalog.search.query.Found.Counts;
import dev.tradewind.catalog.search.query.Found.Hit;
import dev.tradewind.catalog.search.query.Found.Page;
import dev.tradewind.catalog.search.query.ProductCollector.Candidate;
import dev.tradewind.catalog.search.settings.SearchSettings.Results;
import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.LevenshteinAutomata;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Execution of searches on the index of a node. Its methods block. */
public final class ProductSearch {

  private static final Logger LOG = LoggerFactory.getLogger(ProductSearch.class);

  private static final long TIMEOUT = Duration.ofSeconds(2).toNanos();

  /** Score of a pinned product, above the sum of all words; the first has the most. */
  private static final float PINNED = 200_000;

  private static final int ONE_TYPO_FROM = 5;

  /** Products of an answer from which on words are not corrected: typos have found them. */
  private static final int FEW = 5;

  private final View view;
  private final OfferContext offers;
  private final long end = System.nanoTime() + TIMEOUT;

  static {
    // Words expand to a bounded number of terms each.
    IndexSearcher.setMaxClauseCount(16_384);
  }

  /**
   * One search, whose time begins.
   *
   * @param offers of the caller
   */
  public ProductSearch(View view, OfferContext offers) {
    this.view = view;
    this.offers = offers;
  }

  /** Value of a facet and the number of its products. */
  public record FacetValue(String value, int count) {}

  /**
   * @throws SearchProblem if the filter names an unknown attribute, or the search takes too long
   */
  public Found find(SearchQuery query) {
    return with(searcher -> find(searcher, query));
  }

  /**
   * Products of several searches in the order of their weighted ranking scores, each with the
   * search that gives it the highest one.
   *
   * @param asked attributes to count the values of in all of these products, by their names
   */
  public Federated findTogether(
      List<Weighted> searches, Map<String, String> asked, int offset, int limit) {
    return with(searcher -> {
      IndexReader reader = searcher.getIndexReader();
      Map<String, String> counted = facets(asked);
      FacetCounter facets =
          new FacetCounter(counted.values(), new FixedBitSet(Math.max(1, reader.maxDoc())));
      List<Matches> matches = new ArrayList<>();
      List<Scored> all = new ArrayList<>();
      int total = 0;
      for (Weighted search : searches) {
        Matched matched = matched(searcher, search.query());
        ProductCollector collected =
            collect(searcher, search.query(), facets, matched, offset + limit);
        int words = QueryWords.parse(search.query().text()).words().size();
        for (Candidate one : collected.first()) {
          double rating = rating(one.score(), words);
          all.add(new Scored(one, matches.size(), rating, rating * search.weight()));
        }
        total += collected.total();
        matches.add(matched.text().matches());
      }
      all.sort(Comparator.comparingDouble(Scored::weighted).reversed());
      Set<Integer> seen = new HashSet<>();
      all.removeIf(one -> !seen.add(one.candidate().document()));
      List<Federated.Hit> hits = new ArrayList<>();
      for (Scored one :
          all.subList(Math.min(offset, all.size()), Math.min(offset + limit, all.size()))) {
        hits.add(
            new Federated.Hit(
                hit(reader, one.candidate(), one.rating()), one.search(), one.weighted()));
      }
      FacetTotals totals = facets.totals();
      return new Federated(
          hits, total, totals.distribution(counted), totals.stats(counted), matches);
    });
  }

  /** Facets with the ones that staff have chosen in place of their name. */
  private Map<String, String> facets(Map<String, String> asked) {
    Map<String, String> facets = new LinkedHashMap<>();
    asked.forEach((name, attribute) -> {
      if (name.equals(Attributes.CHOSEN)) {
        facets.putAll(view.settings().facets());
      } else {
        facets.put(name, attribute);
      }
    });
    return facets;
  }

  /** Product that a search has found. */
  private record Scored(Candidate candidate, int search, double rating, double weighted) {}

  /**
   * Values of an attribute in the products that a search finds.
   *
   * @param attribute to be counted
   * @param text beginnings of words of a value, perhaps with a typo; empty: all
   */
  public List<FacetValue> values(SearchQuery query, String attribute, String text) {
    return with(searcher -> {
      FacetCounter facets = new FacetCounter(Set.of(attribute));
      collect(searcher, query, facets, matched(searcher, query), 0);
      List<CharacterRunAutomaton> words = automata(text);
      List<Word> wanted = Words.split(text);
      Map<String, FacetValue> found = new TreeMap<>();
      facets
          .totals()
          .values(attribute)
          .forEach((value, count) -> {
            if (isMatched(value, wanted, words)) {
              found.put(Fields.folded(value), new FacetValue(value, count));
            }
          });
      return found.values().stream().limit(SearchQuery.MAX_FACET_VALUES).toList();
    });
  }

  /**
   * Carries an answer forward over changes of products.
   *
   * @param changed ids of products that have changed since, perhaps in what the index does not show
   * @return absent if the search must be executed anew
   */
  public Optional<Found> carried(SearchQuery query, Basis basis, Set<String> changed) {
    if (basis.offers() != offers.identity() || basis.settings() != view.settings().version()) {
      return Optional.empty();
    }
    return with(searcher -> {
      ProductIndex.State now = view.index().state(searcher);
      Changes changes = view.index().changes(basis.state(), now).orElse(null);
      if (changes == null) {
        return Optional.empty();
      }
      try (changes) {
        Expanded expanded = expanded(searcher, query);
        return basis.ranked().equals(expanded.ranked())
            ? Optional.of(carried(searcher, query, expanded, basis, changed, changes))
            : Optional.empty();
      }
    });
  }

  private Found carried(
      IndexSearcher searcher,
      SearchQuery query,
      Expanded expanded,
      Basis basis,
      Set<String> changed,
      Changes changes)
      throws IOException {
    IndexReader reader = searcher.getIndexReader();
    Map<String, String> counted = facets(query.facets());
    int wanted = query.offset() + query.limit();
    Matched matched = matched(expanded, query, offers.ofFew());
    FacetCounter less = FacetCounter.ofFew(counted.values());
    ProductCollector before = collect(changes.former(), query, less, matched, 0);
    FacetCounter more = FacetCounter.ofFew(counted.values());
    ProductCollector after =
        collect(
            FormerDocuments.present(reader, changes.products()),
            query,
            more,
            matched,
            Math.min(1, wanted));
    int total = basis.total() - before.total() + after.total();
    FacetTotals totals = basis.facets().with(less.totals(), more.totals());
    String correctedQuery = correctedQuery(searcher, query, matched, total);
    boolean isPageChanged =
        !Collections.disjoint(basis.page(), changed)
            || !Collections.disjoint(basis.page(), changes.products())
            || after.hasBefore(basis.last());
    List<Candidate> first =
        isPageChanged
            ? collect(
                    searcher,
                    query,
                    new FacetCounter(Set.of()),
                    matched(expanded, query, offers.ofAll(reader)),
                    wanted)
                .first()
            : List.of();
    boolean areCountsChanged =
        before.total() > 0
            || after.total() > 0
            || !Objects.equals(correctedQuery, basis.correctedQuery());
    return new Found(
        isPageChanged ? page(reader, query, first, expanded) : null,
        areCountsChanged ? counts(total, totals, counted, correctedQuery) : null,
        Basis.of(
            view.index().state(searcher),
            basis.offers(),
            basis.settings(),
            basis.ranked(),
            total,
            totals,
            isPageChanged ? ids(first) : basis.page(),
            isPageChanged ? last(first, wanted) : basis.last(),
            correctedQuery));
  }

  private interface Work<T> {
    T on(IndexSearcher searcher) throws IOException;
  }

  private <T> T with(Work<T> work) {
    try {
      IndexSearcher searcher = view.index().acquire();
      try {
        return work.on(searcher);
      } finally {
        view.index().release(searcher);
      }
    } catch (IndexSearcher.TooManyClauses | TooComplexToDeterminizeException tooMuch) {
      throw SearchProblem.invalid(
          "bad_request", "The search has too many terms. Please simplify it.");
    } catch (IOException | UncheckedIOException | AlreadyClosedException failure) {
      LOG.warn("The search index cannot be read, and is rebuilt: {}", failure.toString());
      view.index().damaged();
      throw SearchProblem.unreadable();
    }
  }

  /**
   * Words of a query with what they have become in the index.
   *
   * @param ranked without the conditions, which depend on the product alone
   */
  private record Expanded(Query ranked, TextQuery text, boolean isBlank) {}

  /**
   * @param conditions on the products alone
   */
  private record Matched(Query query, BooleanQuery conditions, TextQuery text, boolean isScored) {}

  private Found find(IndexSearcher searcher, SearchQuery query) throws IOException {
    IndexReader reader = searcher.getIndexReader();
    Map<String, String> counted = facets(query.facets());
    FacetCounter facets = new FacetCounter(counted.values());
    Expanded expanded = expanded(searcher, query);
    Matched matched = matched(expanded, query, offers.ofAll(reader));
    int wanted = query.offset() + query.limit();
    ProductCollector collected = collect(searcher, query, facets, matched, wanted);
    List<Candidate> first = collected.first();
    FacetTotals totals = facets.totals();
    String correctedQuery = correctedQuery(searcher, query, matched, collected.total());
    return new Found(
        page(reader, query, first, expanded),
        counts(collected.total(), totals, counted, correctedQuery),
        Basis.of(
            view.index().state(searcher),
            offers.identity(),
            view.settings().version(),
            expanded.ranked(),
            collected.total(),
            totals,
            ids(first),
            last(first, wanted),
            correctedQuery));
  }

  private Page page(IndexReader reader, SearchQuery query, List<Candidate> first, Expanded expanded)
      throws IOException {
    List<Hit> hits = new ArrayList<>();
    int words = QueryWords.parse(query.text()).words().size();
    for (Candidate one : first.subList(Math.min(query.offset(), first.size()), first.size())) {
      hits.add(hit(reader, one, rating(one.score(), words)));
    }
    return new Page(hits, expanded.text().matches());
  }

  private static Counts counts(
      int total, FacetTotals totals, Map<String, String> counted, @Nullable String correctedQuery) {
    return new Counts(total, totals.distribution(counted), totals.stats(counted), correctedQuery);
  }

  private static Set<String> ids(List<Candidate> first) {
    Set<String> ids = new HashSet<>();
    first.forEach(one -> ids.add(one.id().utf8ToString()));
    return ids;
  }

  private static @Nullable Candidate last(List<Candidate> first, int wanted) {
    return wanted > 0 && first.size() == wanted ? first.getLast() : null;
  }

  /**
   * The query with words of titles in place of those that no product has, if that finds more.
   *
   * @param total number of products that are found without
   */
  private @Nullable String correctedQuery(
      IndexSearcher searcher, SearchQuery query, Matched matched, int total) throws IOException {
    if (total >= FEW || query.limit() == 0 || System.nanoTime() > end) {
      return null;
    }
    Spelling spelling = new Spelling(searcher, matched.conditions(), end);
    Map<Word, String> corrections = new LinkedHashMap<>();
    for (Word word : matched.text().unknown()) {
      String correction = spelling.correct(word);
      if (correction != null) {
        corrections.put(word, correction);
      }
    }
    if (corrections.isEmpty() || spelling.isCut()) {
      return null;
    }
    SearchQuery corrected =
        SearchQueryBuilder.builder(query).text(replaced(query.text(), corrections)).build();
    ProductCollector collected;
    try {
      collected =
          collect(searcher, corrected, new FacetCounter(Set.of()), matched(searcher, corrected), 1);
    } catch (SearchProblem tooSlow) {
      return null;
    }
    if (collected.total() <= total) {
      return null;
    }
    // As the first product writes them, with accents.
    int document = collected.first().getFirst().document();
    IndexReader reader = searcher.getIndexReader();
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(document, reader.leaves()));
    JsonObject shown = new JsonObject(shown(leaf.reader(), document - leaf.docBase));
    List<Word> title = Words.split(shown.getString(Attributes.TITLE, ""));
    corrections.replaceAll((word, correction) ->
        title.stream()
            .filter(one -> one.text().equals(correction))
            .map(Word::raw)
            .findFirst()
            .orElse(correction));
    return replaced(query.text(), corrections);
  }

  /**
   * @param words by their places in the text, in their order
   */
  private static String replaced(String text, Map<Word, String> words) {
    StringBuilder replaced = new StringBuilder();
    int from = 0;
    for (Map.Entry<Word, String> word : words.entrySet()) {
      replaced.append(text, from, word.getKey().start()).append(word.getValue());
      from = word.getKey().end();
    }
    return replaced.append(text, from, text.length()).toString();
  }

  private Hit hit(IndexReader reader, Candidate one, double rating) throws IOException {
    LeafReaderContext leaf =
        reader.leaves().get(ReaderUtil.subIndex(one.document(), reader.leaves()));
    int document = one.document() - leaf.docBase;
    BinaryDocValues ids = leaf.reader().getBinaryDocValues(Fields.ID);
    if (ids == null || !ids.advanceExact(document)) {
      throw new IOException("A document has no id");
    }
    Column column = offers.ofAll(reader).of(leaf);
    long price = column.price(Attributes.PRICE, document);
    return new Hit(
        ids.binaryValue().utf8ToString(),
        rating,
        price == OfferContext.NO_PRICE ? OptionalLong.empty() : OptionalLong.of(price),
        column.isAvailable(document),
        categories(leaf.reader(), document),
        shown(leaf.reader(), document));
  }

  private static Buffer shown(LeafReader segment, int document) throws IOException {
    BinaryDocValues values = DocValues.getBinary(segment, Fields.SHOWN);
    if (!values.advanceExact(document)) {
      return Buffer.buffer("{}");
    }
    BytesRef shown = values.binaryValue();
    return Buffer.buffer(shown.length).appendBytes(shown.bytes, shown.offset, shown.length);
  }

  private static List<String> categories(LeafReader segment, int document) throws IOException {
    SortedSetDocValues values =
        DocValues.getSortedSet(segment, Fields.facet(Attributes.CATEGORIES));
    List<String> names = new ArrayList<>();
    if (values.advanceExact(document)) {
      for (int i = values.docValueCount(); i > 0; i--) {
        names.add(Fields.spelling(values.lookupOrd(values.nextOrd()).utf8ToString()));
      }
    }
    return names;
  }

  /** Ranking score from 0 to 1. */
  private static double rating(float score, int words) {
    if (words == 0) {
      return 1;
    }
    double most = words * (TextQuery.WORD + 300.0);
    return Math.min(1, Math.round(score / most * 10_000) / 10_000.0);
  }

  private ProductCollector collect(
      IndexSearcher searcher, SearchQuery query, FacetCounter facets, Matched matched, int wanted)
      throws IOException {
    ProductCollector collector =
        collector(query, facets, matched, offers.ofAll(searcher.getIndexReader()), wanted);
    if (System.nanoTime() > end) {
      // Words with many meanings or typos take their part of the time.
      throw SearchProblem.tooSlow();
    }
    searcher.search(matched.query(), collector);
    return collector;
  }

  /** Collects those of some documents that match, each segment by itself. */
  private ProductCollector collect(
      List<Documents> some, SearchQuery query, FacetCounter facets, Matched matched, int wanted)
      throws IOException {
    ProductCollector collector = collector(query, facets, matched, offers.ofFew(), wanted);
    for (Documents of : some) {
      IndexSearcher searcher = ProductIndex.searcher(of.segment());
      LeafReaderContext leaf = searcher.getIndexReader().leaves().getFirst();
      Scorer scorer =
          searcher
              .createWeight(searcher.rewrite(matched.query()), collector.scoreMode(), 1)
              .scorer(leaf);
      if (scorer != null) {
        LeafCollector leafCollector = collector.getLeafCollector(leaf);
        leafCollector.setScorer(scorer);
        TwoPhaseIterator phases = scorer.twoPhaseIterator();
        DocIdSetIterator each = phases == null ? scorer.iterator() : phases.approximation();
        for (int document : of.documents()) {
          int at = each.docID() < document ? each.advance(document) : each.docID();
          if (at == document && (phases == null || phases.matches())) {
            leafCollector.collect(document);
          }
        }
        leafCollector.finish();
      }
    }
    return collector;
  }

  private ProductCollector collector(
      SearchQuery query, FacetCounter facets, Matched matched, Columns columns, int wanted) {
    int words = QueryWords.parse(query.text()).words().size();
    return new ProductCollector(
        columns,
        facets,
        query.sort(),
        matched.isScored(),
        wanted,
        (float) (query.minScore() * words * (TextQuery.WORD + 300)),
        end);
  }

  private Matched matched(IndexSearcher searcher, SearchQuery query) throws IOException {
    return matched(expanded(searcher, query), query, offers.ofAll(searcher.getIndexReader()));
  }

  private Expanded expanded(IndexSearcher searcher, SearchQuery query) throws IOException {
    QueryWords words = QueryWords.parse(query.text());
    List<String> fields =
        query.searchOn().isEmpty()
            ? List.of(Fields.TERMS)
            : query.searchOn().stream().map(Fields::terms).toList();
    TextQuery text =
        new TextQuery(searcher, offers.channels(), view.index(), view.settings(), fields, words);
    Query ranked =
        text.query(
            switch (query.matching()) {
              case LAST -> TextQuery.Strategy.LAST;
              case ALL -> TextQuery.Strategy.ALL;
              case FREQUENCY -> TextQuery.Strategy.FREQUENCY;
            });
    return new Expanded(ranked, text, words.isBlank());
  }

  private Matched matched(Expanded expanded, SearchQuery query, Columns columns) {
    Results results = view.settings().resultsOf(query.text());
    BooleanQuery.Builder conditions = new BooleanQuery.Builder();
    conditions.add(terms(Fields.CHANNEL, offers.channels()), Occur.FILTER);
    if (query.filter() != null) {
      conditions.add(new FilterQueries(columns).of(query.filter()), Occur.FILTER);
    }
    if (!results.hidden().isEmpty()) {
      conditions.add(terms(Fields.ID, results.hidden()), Occur.MUST_NOT);
    }
    BooleanQuery allowed = conditions.build();
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    all.add(pinned(expanded.ranked(), results.pinned()), Occur.MUST);
    allowed.clauses().forEach(all::add);
    boolean isScored = !expanded.isBlank() || !results.pinned().isEmpty();
    return new Matched(all.build(), allowed, expanded.text(), isScored);
  }

  /** Query for documents with one of the values. */
  static Query terms(String field, Collection<String> values) {
    return values.size() == 1
        ? new TermQuery(new Term(field, values.iterator().next()))
        : new TermInSetQuery(field, values.stream().map(BytesRef::new).toList());
  }

  /** Adds the products that staff show first, whether they have the words or not. */
  private static Query pinned(Query ranked, List<String> pinned) {
    if (pinned.isEmpty()) {
      return ranked;
    }
    BooleanQuery.Builder any = new BooleanQuery.Builder().add(ranked, Occur.SHOULD);
    for (int i = 0; i < pinned.size(); i++) {
      any.add(
          new BoostQuery(
              new ConstantScoreQuery(new TermQuery(new Term(Fields.ID, pinned.get(i)))),
              PINNED * (pinned.size() - i)),
          Occur.SHOULD);
    }
    return any.build();
  }

  private static List<CharacterRunAutomaton> automata(String text) {
    return Words.split(text).stream()
        .map(word ->
            new CharacterRunAutomaton(
                new LevenshteinAutomata(word.text(), true)
                    .toAutomaton(word.text().length() < ONE_TYPO_FROM ? 0 : 1)))
        .toList();
  }

  private static boolean isMatched(
      String value, List<Word> wanted, List<CharacterRunAutomaton> automata) {
    List<Word> words = Words.split(value);
    for (int i = 0; i < wanted.size(); i++) {
      String beginning = wanted.get(i).text();
      CharacterRunAutomaton similar = automata.get(i);
      boolean isPresent =
          words.stream()
              .anyMatch(word -> word.text().startsWith(beginning) || similar.run(word.text()));
      if (!isPresent) {
        return false;
      }
    }
    return true;
  }
}
