package dev.tradewind.storefront.design;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Name, texts, languages, pages, templates and files of a shop: the built-in ones, and those of the
 * shop's folder before them.
 *
 * @param name of the shop in the folder; absent: that of the store
 * @param languages by their tags; the first one is for paths without a prefix
 * @param pages of the shop, such as legal ones
 * @param files of the folder {@code files}, by their names
 * @param gone paths of what the shop has sold and does not sell any more: 410 instead of 404
 * @param templates folder with templates before the built-in ones
 * @param hasCountryPaths whether paths name the country of the shopper, which decides its region
 */
public record ShopDesign(
    @Nullable String name,
    Map<String, Language> languages,
    List<OwnPage> pages,
    Map<String, Buffer> files,
    Set<String> gone,
    @Nullable Path templates,
    boolean hasCountryPaths) {

  /** Language of the built-in texts that have no translation. */
  private static final String FALLBACK = "en";

  private static final List<String> BUILT_IN = List.of(FALLBACK, "de");
  private static final String SETTINGS = "shop.json";
  private static final String TEXTS = ".properties";
  private static final Pattern PAGE =
      Pattern.compile("([a-z0-9-]{1,60})\\.([A-Za-z-]{2,10})\\.html");
  private static final Pattern HEADING = Pattern.compile("<h1>([^<]+)</h1>");
  private static final long MAX_FILE = 4 << 20;

  /** The design without a folder. */
  public static final ShopDesign DEFAULT = load(null);

  /**
   * Page of the shop's own, in a language.
   *
   * @param path last part of its path
   * @param html its content, without the heading
   */
  public record OwnPage(String path, String language, String title, String html) {}

  /**
   * @param folder of the shop; null: the built-in design
   * @throws IllegalArgumentException if the folder or a file in it is not as it should be
   * @throws UncheckedIOException if it cannot be read
   */
  public static ShopDesign load(@Nullable Path folder) {
    try {
      return read(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static ShopDesign read(@Nullable Path folder) throws IOException {
    if (folder != null && !Files.isDirectory(folder)) {
      throw new IllegalArgumentException("There is no folder " + folder);
    }
    Path settings = folder == null ? null : folder.resolve(SETTINGS);
    JsonObject design =
        settings == null || !Files.exists(settings)
            ? new JsonObject()
            : new JsonObject(Files.readString(settings));
    Map<String, Language> languages = new LinkedHashMap<>();
    Map<String, Properties> own = ownTexts(folder);
    List<String> offered =
        design.containsKey("languages")
            ? texts(design, "languages").toList()
            : Stream.concat(BUILT_IN.stream(), own.keySet().stream()).distinct().toList();
    for (String language : offered) {
      languages.put(language, messages(language, own));
    }
    if (languages.isEmpty()) {
      throw new IllegalArgumentException(SETTINGS + " names no language");
    }
    Path templates = folder == null ? null : folder.resolve("templates");
    return new ShopDesign(
        design.getString("name"),
        languages,
        folder == null ? List.of() : pages(folder.resolve("pages")),
        folder == null ? Map.of() : files(folder.resolve("files")),
        texts(design, "gone").collect(Collectors.toUnmodifiableSet()),
        templates == null || !Files.isDirectory(templates) ? null : templates,
        false);
  }

  private static Stream<String> texts(JsonObject settings, String name) {
    return settings.getJsonArray(name, new JsonArray()).stream().map(String.class::cast);
  }

  /** Texts that a language has not are the English ones. */
  private static Language messages(String language, Map<String, Properties> own)
      throws IOException {
    Map<String, String> texts = new HashMap<>();
    put(texts, builtIn(FALLBACK));
    put(texts, own.get(FALLBACK));
    if (!language.equals(FALLBACK)) {
      put(texts, BUILT_IN.contains(language) ? builtIn(language) : null);
      put(texts, own.get(language));
    }
    return new Language(Locale.forLanguageTag(language), texts);
  }

  private static void put(Map<String, String> texts, @Nullable Properties more) {
    if (more != null) {
      more.forEach((key, text) -> texts.put(key.toString(), text.toString()));
    }
  }

  private static Properties builtIn(String language) throws IOException {
    String name = "/storefront/messages/" + language + TEXTS;
    try (InputStream in = Objects.requireNonNull(ShopDesign.class.getResourceAsStream(name), name);
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      Properties texts = new Properties();
      texts.load(reader);
      return texts;
    }
  }

  private static Map<String, Properties> ownTexts(@Nullable Path folder) throws IOException {
    Map<String, Properties> own = new TreeMap<>();
    for (Path file : folder == null ? List.<Path>of() : list(folder.resolve("messages"))) {
      String name = file.getFileName().toString();
      if (name.endsWith(TEXTS)) {
        try (Reader reader = Files.newBufferedReader(file)) {
          Properties texts = new Properties();
          texts.load(reader);
          own.put(name.substring(0, name.length() - TEXTS.length()), texts);
        }
      }
    }
    return own;
  }

  private static List<OwnPage> pages(Path folder) throws IOException {
    List<OwnPage> pages = new ArrayList<>();
    for (Path file : list(folder)) {
      Matcher name = PAGE.matcher(file.getFileName().toString());
      if (!name.matches()) {
        throw new IllegalArgumentException(
            file + " must have a name such as terms.en.html: a path and a language");
      }
      String html = Files.readString(file);
      Matcher heading = HEADING.matcher(html);
      if (!heading.find()) {
        throw new IllegalArgumentException(file + " has no title in <h1>");
      }
      pages.add(
          new OwnPage(
              name.group(1), name.group(2), heading.group(1), html.replace(heading.group(), "")));
    }
    return List.copyOf(pages);
  }

  private static Map<String, Buffer> files(Path folder) throws IOException {
    Map<String, Buffer> files = new TreeMap<>();
    for (Path file : list(folder)) {
      if (Files.size(file) > MAX_FILE) {
        throw new IllegalArgumentException(file + " is larger than 4 MiB");
      }
      files.put(file.getFileName().toString(), Buffer.buffer(Files.readAllBytes(file)));
    }
    return Map.copyOf(files);
  }

  private static List<Path> list(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Name of the file with the logo; null without one. */
  public @Nullable String logo() {
    return Stream.of("logo.svg", "logo.png", "logo.webp")
        .filter(files::containsKey)
        .findFirst()
        .orElse(null);
  }

  /** Language of paths without a prefix. */
  public Language defaultLanguage() {
    return languages.values().iterator().next();
  }

  /** Language of the shop by a tag; another form of an offered one, such as de-AT, is that one. */
  public Optional<Language> offered(String tag) {
    String general = Locale.forLanguageTag(tag).getLanguage();
    return Stream.of(tag, general).map(languages::get).filter(Objects::nonNull).findFirst();
  }

  public boolean isDefault(Language language) {
    return language.equals(defaultLanguage());
  }

  /**
   * Paths in a language, of a country if the paths name countries.
   *
   * @param country code of two letters in lower case; null: none
   */
  public Market market(Language language, @Nullable String country) {
    String root = isDefault(language) ? "" : "/" + language.language();
    return new Market(language, root, hasCountryPaths ? country : null);
  }

  /** Paths in a language without a country. */
  public Market market(Language language) {
    return market(language, null);
  }

  /**
   * Paths that a page has: in each language, each of these countries if the paths name countries.
   */
  public List<Market> markets(Collection<String> countries) {
    Stream<Language> all = languages.values().stream();
    return hasCountryPaths && !countries.isEmpty()
        ? all.flatMap(one -> countries.stream().map(country -> market(one, country))).toList()
        : all.map(this::market).toList();
  }

  /** Paths of which this is one; in the first language if it has no prefix. */
  public Market marketOf(String path) {
    for (Language language : languages.values()) {
      Matcher country = Pattern.compile(countryPrefix(language) + "(?:/.*)?").matcher(path);
      if (hasCountryPaths && country.matches()) {
        return market(language, country.group("country"));
      }
      if (!isDefault(language) && (path + "/").startsWith(market(language).prefix() + "/")) {
        return market(language);
      }
    }
    return market(defaultLanguage());
  }

  /** Regular expression of the prefixes with a country, in a group of that name. */
  public static String countryPrefix(Language language) {
    return "/" + Pattern.quote(language.language()) + "-(?<country>[a-z]{2})";
  }

  /** The same design, whose paths name the country of the shopper or not. */
  public ShopDesign withCountryPaths(boolean named) {
    return new ShopDesign(name, languages, pages, files, gone, templates, named);
  }

  /** Pages in a language, or in the first one where a page has no translation. */
  public List<OwnPage> pagesIn(Language language) {
    Map<String, OwnPage> found = new TreeMap<>();
    for (OwnPage page : pages) {
      if (page.language().equals(defaultLanguage().language())) {
        found.put(page.path(), page);
      }
    }
    for (OwnPage page : pages) {
      if (page.language().equals(language.language())) {
        found.put(page.path(), page);
      }
    }
    return List.copyOf(found.values());
  }
}
