package dev.tradewind.storefront.visit;

import dev.tradewind.kernel.text.TextFolding;
import io.vertx.core.MultiMap;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Words, filters and order that the URL of a list names, bounded: unknown, blank and overlong
 * values are left out. The same query has one form.
 *
 * @param words of the search; empty without one
 * @param chosen values of the facets, by the parameter of each, those of options and metadata last;
 *     only those with values
 * @param isAvailable whether products are left out that cannot be bought
 * @param least lowest price, in units of the currency such as euros; null without one
 * @param most highest price, not below the lowest one; null without one
 * @param sort one of {@link #SORTS}; empty: the best matches or the newest products first
 */
public record ListQuery(
    String words,
    Map<String, List<String>> chosen,
    boolean isAvailable,
    @Nullable BigDecimal least,
    @Nullable BigDecimal most,
    String sort) {

  /** Parameter of the words. */
  public static final String WORDS = "q";

  /** Parameters of facets with one attribute. */
  public static final List<String> FACETS =
      List.of("category", "collection", "type", "tag", "material");

  /** Beginning of the parameter of a product option, which its title follows. */
  public static final String OPTION = "options.";

  /** Beginning of the parameter of a member of metadata, which its name follows. */
  public static final String METADATA = "metadata.";

  public static final String AVAILABLE = "available";
  public static final String LEAST = "min";
  public static final String MOST = "max";
  public static final String SORT = "sort";

  /** Parameter of the number of a page, which is another one in another list. */
  private static final String PAGE = "page";

  /** Order by time, which lists without words have anyway. */
  public static final String NEWEST = "newest";

  public static final List<String> SORTS = List.of(NEWEST, "price", "-price", "title");

  /** Characters of the words of a search: as many as the product list takes. */
  public static final int MAX_WORDS = 255;

  /** Characters of a value, and of the title of an option or the name of a member of metadata. */
  public static final int MAX_VALUE = 80;

  private static final int MAX_VALUES = 16;
  private static final int MAX_NAMED = 5;
  private static final Pattern PRICE = Pattern.compile("\\d{1,9}(?:\\.\\d{1,3})?");

  public ListQuery {
    chosen = Collections.unmodifiableMap(new LinkedHashMap<>(chosen));
  }

  /** The query of a URL. */
  public static ListQuery of(MultiMap parameters) {
    String words = cut(text(parameters.get(WORDS)), MAX_WORDS);
    String sort = text(parameters.get(SORT));
    boolean isKnown = SORTS.contains(sort) && (!words.isEmpty() || !sort.equals(NEWEST));
    BigDecimal one = price(parameters.get(LEAST));
    BigDecimal other = price(parameters.get(MOST));
    boolean isReversed = one != null && other != null && one.compareTo(other) > 0;
    return new ListQuery(
        words,
        chosen(parameters),
        text(parameters.get(AVAILABLE)).equals("1"),
        isReversed ? other : one,
        isReversed ? one : other,
        isKnown ? sort : "");
  }

  private static Map<String, List<String>> chosen(MultiMap parameters) {
    // Names and values that the search does not tell apart are one.
    Map<String, Given> given = new TreeMap<>();
    for (Map.Entry<String, String> parameter : parameters) {
      String name = parameter.getKey();
      if (isNamed(name) || FACETS.stream().anyMatch(name::equalsIgnoreCase)) {
        given
            .computeIfAbsent(TextFolding.fold(name), folded -> new Given(name, new ArrayList<>()))
            .values()
            .add(text(parameter.getValue()));
      }
    }
    Map<String, List<String>> chosen = new LinkedHashMap<>();
    int room = MAX_VALUES;
    Stream<Given> named = given.values().stream().filter(one -> isNamed(one.name()));
    Stream<Given> facets =
        FACETS.stream()
            .flatMap(facet -> Stream.ofNullable(given.get(facet)).map(one -> one.as(facet)));
    for (Given one : Stream.concat(facets, named.limit(MAX_NAMED)).toList()) {
      Map<String, String> values = new TreeMap<>();
      for (String value : one.values()) {
        if (!value.isEmpty() && value.length() <= MAX_VALUE && values.size() < room) {
          values.putIfAbsent(TextFolding.fold(value), value);
        }
      }
      if (!values.isEmpty()) {
        room -= values.size();
        chosen.put(one.name(), List.copyOf(values.values()));
      }
    }
    return chosen;
  }

  /** Parameter with its values, as the first of its spellings names it. */
  private record Given(String name, List<String> values) {

    private Given as(String other) {
      return new Given(other, values);
    }
  }

  /** Whether it is the parameter of an option or of a member of metadata. */
  public static boolean isNamed(String parameter) {
    int length = nameOf(parameter).length();
    return length > 0 && length < parameter.length() && length <= MAX_VALUE;
  }

  /** Title of an option or name of a member of metadata; the whole parameter of others. */
  public static String nameOf(String parameter) {
    return Stream.of(OPTION, METADATA)
        .filter(parameter::startsWith)
        .findFirst()
        .map(family -> parameter.substring(family.length()))
        .orElse(parameter);
  }

  private static @Nullable BigDecimal price(@Nullable String value) {
    String number = text(value).replace(',', '.');
    if (!PRICE.matcher(number).matches()) {
      return null;
    }
    BigDecimal price = new BigDecimal(number).stripTrailingZeros();
    return price.scale() < 0 ? price.setScale(0) : price;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value.strip();
  }

  /** The beginning of a text, without half a character at its end. */
  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    return text.substring(
        0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length);
  }

  /** Parameters of the facets that have values, those of options and metadata last. */
  public List<String> facets() {
    return List.copyOf(chosen.keySet());
  }

  public List<String> values(String facet) {
    return chosen.getOrDefault(facet, List.of());
  }

  public boolean hasPrice() {
    return least != null || most != null;
  }

  /** Whether filters leave out products, beside words. */
  public boolean isFiltered() {
    return !chosen.isEmpty() || isAvailable || hasPrice();
  }

  /** Whether the list is as it is without parameters. */
  public boolean isPlain() {
    return words.isEmpty() && sort.isEmpty() && !isFiltered();
  }

  public ListQuery withWords(String other) {
    return new ListQuery(
        other,
        chosen,
        isAvailable,
        least,
        most,
        other.isEmpty() && sort.equals(NEWEST) ? "" : sort);
  }

  /** Without a value of a facet. */
  public ListQuery without(String facet, String value) {
    Map<String, List<String>> others = new LinkedHashMap<>(chosen);
    List<String> rest = values(facet).stream().filter(one -> !one.equals(value)).toList();
    if (rest.isEmpty()) {
      others.remove(facet);
    } else {
      others.put(facet, rest);
    }
    return new ListQuery(words, others, isAvailable, least, most, sort);
  }

  /** Without any value of a facet. */
  public ListQuery without(String facet) {
    Map<String, List<String>> others = new LinkedHashMap<>(chosen);
    others.remove(facet);
    return new ListQuery(words, others, isAvailable, least, most, sort);
  }

  public ListQuery withoutPrice() {
    return new ListQuery(words, chosen, isAvailable, null, null, sort);
  }

  public ListQuery withUnavailable() {
    return new ListQuery(words, chosen, false, least, most, sort);
  }

  public ListQuery withoutFilters() {
    return new ListQuery(words, Map.of(), false, null, null, sort);
  }

  /** Query of a URL, with its question mark; empty for a plain list. */
  public String query() {
    return query(entries().stream());
  }

  private static String query(Stream<Map.Entry<String, String>> entries) {
    String query =
        entries
            .map(entry ->
                StoreCall.encoded(entry.getKey()) + "=" + StoreCall.encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? "" : "?" + query;
  }

  /** Names and values of the parameters, in their order. */
  public List<Map.Entry<String, String>> entries() {
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    add(entries, WORDS, words);
    for (String facet : facets()) {
      values(facet).forEach(value -> add(entries, facet, value));
    }
    add(entries, AVAILABLE, isAvailable ? "1" : "");
    add(entries, LEAST, Objects.toString(least, ""));
    add(entries, MOST, Objects.toString(most, ""));
    add(entries, SORT, sort);
    return entries;
  }

  private static void add(List<Map.Entry<String, String>> entries, String name, String value) {
    if (!value.isEmpty()) {
      entries.add(Map.entry(name, value));
    }
  }

  /**
   * Query of the URL that the list should have; empty if it is that of the request. Parameters of
   * others, such as those of a campaign, do not count and stay, but for the number of the page.
   */
  public Optional<String> canonical(MultiMap parameters) {
    Set<String> own = new LinkedHashSet<>(FACETS);
    own.addAll(List.of(WORDS, AVAILABLE, LEAST, MOST, SORT));
    List<Map.Entry<String, String>> present =
        parameters.entries().stream()
            .filter(entry -> own.contains(entry.getKey()) || isOfFamily(entry.getKey()))
            .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
            .toList();
    return Set.copyOf(present).equals(Set.copyOf(entries())) && present.size() == entries().size()
        ? Optional.empty()
        : Optional.of(query(Stream.concat(entries().stream(), ofOthers(parameters, own))));
  }

  private static Stream<Map.Entry<String, String>> ofOthers(MultiMap parameters, Set<String> own) {
    Set<String> left = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    left.addAll(own);
    left.add(PAGE);
    return parameters.entries().stream()
        .filter(entry -> !left.contains(entry.getKey()))
        .filter(entry -> !isOfFamily(entry.getKey().toLowerCase(Locale.ROOT)));
  }

  private static boolean isOfFamily(String parameter) {
    return parameter.startsWith(OPTION) || parameter.startsWith(METADATA);
  }
}
