package dev.tradewind.catalog.search.text;

import dev.tradewind.kernel.text.TextFolding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanNormalizationFilter;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.sv.SwedishLightStemFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;

/**
 * Stemmers of the languages of a shop, with their stop words. A stem is told from a word and from
 * the stem of another language by its beginning. Used by several threads.
 */
public final class Stems {

  /** Languages by their ISO 639-1 codes; Chinese and Japanese have no stems. */
  public static final Set<String> LANGUAGES =
      Set.of("da", "de", "en", "es", "fi", "fr", "it", "ja", "nl", "no", "pt", "sv", "zh");

  private static final int MAX_KNOWN = 50_000;
  private static final char STEM = '\u0001';

  /** Token stream of the one word that it is given. */
  private static final class OneWord extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private String word = "";
    private boolean isRead = true;

    void give(String next) {
      word = next;
      isRead = false;
    }

    @Override
    public boolean incrementToken() {
      if (isRead) {
        return false;
      }
      clearAttributes();
      term.append(word);
      isRead = true;
      return true;
    }
  }

  /** Stemmer of one language, for one thread at a time. */
  private static final class Stemmer {

    private final OneWord word = new OneWord();
    private final TokenStream chain;
    private final CharTermAttribute stem;
    private final String beginning;
    private final CharArraySet stops;
    private final Map<String, String> known =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MAX_KNOWN;
          }
        };

    Stemmer(String language, UnaryOperator<TokenStream> filters, CharArraySet stops) {
      this.chain = filters.apply(word);
      this.stem = chain.getAttribute(CharTermAttribute.class);
      this.beginning = STEM + language + ':';
      this.stops = stops;
    }

    String of(String raw) {
      return known.computeIfAbsent(raw, this::stem);
    }

    private String stem(String raw) {
      try {
        word.give(raw);
        chain.reset();
        String found = chain.incrementToken() ? stem.toString() : raw;
        chain.end();
        chain.close();
        return beginning + TextFolding.fold(found);
      } catch (IOException impossible) {
        throw new UncheckedIOException(impossible);
      }
    }
  }

  private final List<Stemmer> stemmers = new ArrayList<>();

  /**
   * @param languages some of {@link #LANGUAGES}
   */
  public Stems(Set<String> languages) {
    for (String language : new TreeSet<>(languages)) {
      switch (language) {
        case "da" ->
            add(
                language,
                word -> new SnowballFilter(word, new DanishStemmer()),
                DanishAnalyzer.getDefaultStopSet());
        case "de" ->
            add(
                language,
                word -> new GermanLightStemFilter(new GermanNormalizationFilter(word)),
                GermanAnalyzer.getDefaultStopSet());
        case "en" -> add(language, PorterStemFilter::new, EnglishAnalyzer.getDefaultStopSet());
        case "es" ->
            add(language, SpanishLightStemFilter::new, SpanishAnalyzer.getDefaultStopSet());
        case "fi" ->
            add(language, FinnishLightStemFilter::new, FinnishAnalyzer.getDefaultStopSet());
        case "fr" -> add(language, FrenchLightStemFilter::new, FrenchAnalyzer.getDefaultStopSet());
        case "it" ->
            add(language, ItalianLightStemFilter::new, ItalianAnalyzer.getDefaultStopSet());
        case "nl" ->
            add(
                language,
                word -> new SnowballFilter(word, new DutchStemmer()),
                DutchAnalyzer.getDefaultStopSet());
        case "no" ->
            add(language, NorwegianLightStemFilter::new, NorwegianAnalyzer.getDefaultStopSet());
        case "pt" ->
            add(language, PortugueseLightStemFilter::new, PortugueseAnalyzer.getDefaultStopSet());
        case "sv" ->
            add(language, SwedishLightStemFilter::new, SwedishAnalyzer.getDefaultStopSet());
        case "ja", "zh" -> {
          // Pairs of characters are their own stems.
        }
        default -> throw new IllegalArgumentException("No language " + language);
      }
    }
  }

  private void add(String language, UnaryOperator<TokenStream> filters, CharArraySet stops) {
    stemmers.add(new Stemmer(language, filters, stops));
  }

  /**
   * Stems of a word, one of each language.
   *
   * @param raw word in lower case, with its accents
   */
  public List<String> of(String raw) {
    List<String> stems = new ArrayList<>(stemmers.size());
    for (Stemmer stemmer : stemmers) {
      synchronized (stemmer) {
        stems.add(stemmer.of(raw));
      }
    }
    return stems;
  }

  /** Whether the word is a stop word in one of the languages. */
  public boolean isStop(String raw) {
    return stemmers.stream().anyMatch(stemmer -> stemmer.stops.contains(raw));
  }
}
