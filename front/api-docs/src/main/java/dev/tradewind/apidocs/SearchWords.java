package dev.tradewind.apidocs;

import dev.tradewind.apidocs.ApiReference.Operation;
import dev.tradewind.apidocs.ApiReference.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Words by which an operation is found besides its name: those of its description, its errors, its
 * events and its properties, and synonyms of the field for words of its summary, which {@code
 * docs/synonyms.properties} lists.
 */
final class SearchWords {

  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9_.-]+");

  /** Synonyms by the word of a summary that they stand for. */
  private static final Map<String, String> SYNONYMS = synonyms();

  private SearchWords() {}

  static String of(Operation operation) {
    String summary = words(operation.summary() + " " + operation.path());
    return distinct(
        Stream.of(
                Stream.of(operation.description()),
                operation.refusals().map(Refusal::code),
                operation.events().stream(),
                operation.parameters().stream().map(parameter -> parameter.row().name()),
                operation.body().stream().map(SchemaRow::name),
                synonymsIn(summary))
            .flatMap(texts -> texts));
  }

  static String ofEvent(String summary) {
    return distinct(Stream.concat(Stream.of("event webhook"), synonymsIn(words(summary))));
  }

  private static Stream<String> synonymsIn(String text) {
    return SYNONYMS.entrySet().stream()
        .filter(synonym -> text.contains(synonym.getKey()))
        .map(Map.Entry::getValue);
  }

  private static String distinct(Stream<String> texts) {
    Set<String> words = new LinkedHashSet<>();
    texts.flatMap(text -> Stream.of(words(text).split(" "))).forEach(words::add);
    return String.join(" ", words);
  }

  private static String words(String text) {
    return NO_WORD.matcher(text.toLowerCase(Locale.ROOT)).replaceAll(" ").strip();
  }

  private static Map<String, String> synonyms() {
    Properties listed = new Properties();
    try (InputStream in = SearchWords.class.getResourceAsStream("/docs/synonyms.properties")) {
      listed.load(Objects.requireNonNull(in));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    Map<String, String> synonyms = new TreeMap<>();
    listed
        .stringPropertyNames()
        .forEach(word -> synonyms.put(word.replace('_', ' '), listed.getProperty(word)));
    return synonyms;
  }
}
