package dev.tradewind.email;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Texts of e-mails by language: properties files {@code texts_de.properties} of the shop's folder,
 * over the built-in ones. What a language lacks is taken from the more general one, and in the end
 * from the default language and English.
 */
final class MailTexts {

  private static final String ENGLISH = "en";

  private final @Nullable Path folder;
  private final String fallback;

  MailTexts(@Nullable Path folder, String fallback) {
    this.folder = folder;
    this.fallback = fallback;
  }

  /**
   * Texts in a language, or in those that stand in for it. They are read for each e-mail, because
   * customers choose the language: kept ones would have no bound.
   */
  Map<String, String> in(@Nullable String language) {
    Properties texts =
        load(Locale.forLanguageTag(language == null ? fallback : language).toLanguageTag());
    return Map.copyOf(
        texts.stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, texts::getProperty)));
  }

  private Properties load(String language) {
    Properties all = new Properties();
    for (String each : chain(language)) {
      String file = "texts_" + each + ".properties";
      try (InputStream builtIn = MailTexts.class.getResourceAsStream("/mail/" + file)) {
        if (builtIn != null) {
          all.load(new InputStreamReader(builtIn, StandardCharsets.UTF_8));
        }
        Path own = folder == null ? null : folder.resolve(file);
        if (own != null && Files.isRegularFile(own)) {
          try (Reader reader = Files.newBufferedReader(own)) {
            all.load(reader);
          }
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return all;
  }

  /** Languages from the most general one: {@code en, de, pt, pt-BR}. */
  private List<String> chain(String language) {
    List<String> chain = new ArrayList<>(List.of(ENGLISH));
    for (String each : List.of(fallback, language)) {
      String general = Locale.forLanguageTag(each).getLanguage();
      for (String one : List.of(general, each)) {
        if (!one.isEmpty()) {
          chain.remove(one);
          chain.add(one);
        }
      }
    }
    return chain;
  }
}
