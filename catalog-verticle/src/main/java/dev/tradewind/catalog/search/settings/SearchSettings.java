package dev.tradewind.catalog.search.settings;

import dev.tradewind.catalog.search.index.Attributes;
import dev.tradewind.catalog.search.index.IndexLayout;
import dev.tradewind.catalog.search.text.Words;
import dev.tradewind.catalog.search.text.Words.Word;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Version of the settings of the search.
 *
 * @param version its number; 0 before the first change
 * @param content the properties that have been set
 * @param layout what the index is made by
 * @param stopWords folded words that a query has no effect of beside others
 * @param synonyms by a folded word, the words that it also means, each a list of words
 * @param results by a folded query, what staff show for it
 * @param facets attributes of the facets that lists show, by their names, in their order
 */
public record SearchSettings(
    int version,
    JsonObject content,
    IndexLayout layout,
    Set<String> stopWords,
    Map<String, List<List<String>>> synonyms,
    Map<String, Results> results,
    Map<String, String> facets) {

  static final String LANGUAGES = "languages";
  static final String SEARCHABLE = "searchable_attributes";
  static final String STOP_WORDS = "stop_words";
  static final String SYNONYMS = "synonyms";
  static final String RESULTS = "results";
  static final String FACETS = "facets";

  /** Properties of the content, in their order. */
  static final List<String> PROPERTIES =
      List.of(LANGUAGES, SEARCHABLE, STOP_WORDS, SYNONYMS, RESULTS, FACETS);

  private static final JsonArray DEFAULT_LANGUAGES = JsonArray.of("de", "en");
  private static final JsonArray DEFAULT_FACETS = JsonArrays.of(Attributes.DEFAULT_FACETS);

  /** The settings of a shop that has changed none. */
  public static final SearchSettings DEFAULT = of(0, new JsonObject());

  /**
   * Products that staff show first for a query, and those that they do not show.
   *
   * @param pinned in their order
   */
  public record Results(List<String> pinned, Set<String> hidden) {

    public static final Results NONE = new Results(List.of(), Set.of());
  }

  static SearchSettings of(int version, JsonObject content) {
    Set<String> stopWords = new HashSet<>();
    JsonArrays.strings(content.getJsonArray(STOP_WORDS))
        .forEach(word -> stopWords.addAll(words(word)));
    Map<String, List<List<String>>> synonyms = new HashMap<>();
    for (JsonObject entry : JsonArrays.objects(content.getJsonArray(SYNONYMS))) {
      List<List<String>> meanings = new ArrayList<>();
      JsonArrays.strings(entry.getJsonArray(SYNONYMS))
          .forEach(meaning -> meanings.add(words(meaning)));
      meanings.removeIf(List::isEmpty);
      synonyms
          .computeIfAbsent(key(entry.getString("word")), word -> new ArrayList<>())
          .addAll(meanings);
    }
    Map<String, Results> results = new HashMap<>();
    for (JsonObject entry : JsonArrays.objects(content.getJsonArray(RESULTS))) {
      results.put(
          key(entry.getString("query")),
          new Results(
              JsonArrays.strings(entry.getJsonArray("pinned")),
              Set.copyOf(JsonArrays.strings(entry.getJsonArray("hidden")))));
    }
    Map<String, String> facets = new LinkedHashMap<>();
    for (String name : JsonArrays.strings(content.getJsonArray(FACETS, DEFAULT_FACETS))) {
      String attribute = Attributes.facet(name);
      // Another version of the shop may have had it.
      if (attribute != null) {
        facets.put(attribute.equals(Attributes.OPTION) ? name : attribute, attribute);
      }
    }
    return new SearchSettings(
        version,
        content,
        new IndexLayout(
            Set.copyOf(JsonArrays.strings(content.getJsonArray(LANGUAGES, DEFAULT_LANGUAGES))),
            content.containsKey(SEARCHABLE)
                ? JsonArrays.strings(content.getJsonArray(SEARCHABLE))
                : Attributes.SEARCHABLE),
        Set.copyOf(stopWords),
        Map.copyOf(synonyms),
        Map.copyOf(results),
        Collections.unmodifiableMap(facets));
  }

  /** A query without case, accents, punctuation and further blanks. */
  public static String key(String query) {
    return String.join(" ", words(query));
  }

  private static List<String> words(String text) {
    return Words.split(text).stream().map(Word::text).toList();
  }

  /** Results that staff show for a query. */
  public Results resultsOf(String query) {
    return results.isEmpty() ? Results.NONE : results.getOrDefault(key(query), Results.NONE);
  }

  /** The content with the properties of a body in place of its own; null takes one away. */
  JsonObject with(JsonObject body) {
    JsonObject changed = content.copy();
    for (String name : PROPERTIES) {
      if (body.containsKey(name)) {
        if (body.getValue(name) == null) {
          changed.remove(name);
        } else {
          changed.put(name, body.getJsonArray(name));
        }
      }
    }
    return changed;
  }

  /** The form of the API. */
  JsonObject json() {
    return new JsonObject()
        .put("version", version)
        .put(LANGUAGES, content.getJsonArray(LANGUAGES, DEFAULT_LANGUAGES))
        .put(SEARCHABLE, new JsonArray(layout.searchable()))
        .put(STOP_WORDS, content.getJsonArray(STOP_WORDS, new JsonArray()))
        .put(SYNONYMS, content.getJsonArray(SYNONYMS, new JsonArray()))
        .put(RESULTS, content.getJsonArray(RESULTS, new JsonArray()))
        .put(FACETS, content.getJsonArray(FACETS, DEFAULT_FACETS));
  }
}
