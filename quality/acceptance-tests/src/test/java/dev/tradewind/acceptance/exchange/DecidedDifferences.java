package dev.tradewind.acceptance.exchange;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Differences from the recorded exchanges that a decision of the contract wants, and values that no
 * request determines: {@code recordings/differences.yaml}.
 */
final class DecidedDifferences {

  /** Wildcards, and single other characters. */
  private static final Pattern GLOB = Pattern.compile("\\*\\*\\.|\\.\\*\\*|\\*|[^*]");

  private final List<Entry> differences;
  private final List<Entry> typeOnly;
  private final Set<Entry> seen = new HashSet<>();

  /**
   * Paths of exchanges.
   *
   * @param kind of the difference; empty for values that no request determines
   */
  private record Entry(Pattern exchange, String kind, Pattern path, String text) {

    static Entry of(JsonObject entry, String kind) {
      // Without a reason an entry would be an excuse.
      if (entry.getString("reason", "").isBlank()) {
        throw new IllegalArgumentException("No reason: " + entry.encode());
      }
      return new Entry(
          anyOf(texts(entry.getValue("exchanges", "*"))),
          kind,
          anyOf(paths(entry)),
          entry.encode());
    }

    boolean covers(String exchangeName, String valuePath) {
      return exchange.matcher(exchangeName).matches() && path.matcher(valuePath).matches();
    }
  }

  private DecidedDifferences(List<Entry> differences, List<Entry> typeOnly) {
    this.differences = differences;
    this.typeOnly = typeOnly;
  }

  static DecidedDifferences load() {
    JsonObject file = Yaml.load("differences.yaml");
    return new DecidedDifferences(
        Stream.of("differences", "open")
            .flatMap(list -> entries(file.getJsonArray(list)).stream())
            .map(entry -> Entry.of(entry, entry.getString("kind")))
            .toList(),
        entries(file.getJsonArray("undetermined")).stream()
            .map(entry -> Entry.of(entry, ""))
            .toList());
  }

  private static List<JsonObject> entries(JsonArray entries) {
    return entries.stream().map(JsonObject.class::cast).toList();
  }

  /** Whether no request determines the value, so that only its type counts. */
  boolean isTypeOnly(String exchange, String path) {
    return typeOnly.stream().anyMatch(entry -> entry.covers(exchange, path));
  }

  /** The differences that no decision wants. */
  List<Difference> undecided(String exchange, List<Difference> found) {
    return found.stream().filter(difference -> !isDecided(exchange, difference)).toList();
  }

  private boolean isDecided(String exchange, Difference difference) {
    String kind = difference.kind().name().toLowerCase(Locale.ROOT);
    List<Entry> covering =
        differences.stream()
            .filter(entry -> entry.kind.equals(kind) && entry.covers(exchange, difference.path()))
            .toList();
    seen.addAll(covering);
    return !covering.isEmpty();
  }

  /**
   * Entries for differences that no exchange showed; fields of the seed may be there or not yet.
   */
  List<String> unseen() {
    return differences.stream()
        .filter(entry -> !entry.kind.equals("added") && !seen.contains(entry))
        .map(Entry::text)
        .toList();
  }

  /** The paths of an entry, with its names behind each. */
  private static List<String> paths(JsonObject entry) {
    List<String> paths = texts(entry.getValue("paths"));
    if (!entry.containsKey("names")) {
      return paths;
    }
    return paths.stream()
        .flatMap(path -> texts(entry.getValue("names")).stream().map(name -> path + "." + name))
        .toList();
  }

  private static List<String> texts(Object value) {
    return value instanceof JsonArray array
        ? array.stream().map(Object::toString).toList()
        : List.of(value.toString());
  }

  /** A pattern of globs: {@code *} for a part of a name, {@code **} for any number of names. */
  private static Pattern anyOf(List<String> globs) {
    return Pattern.compile(
        globs.stream().map(DecidedDifferences::expression).collect(Collectors.joining("|")));
  }

  private static String expression(String glob) {
    return GLOB.matcher(glob)
        .replaceAll(part ->
            Matcher.quoteReplacement(
                switch (part.group()) {
                  case "**." -> "(?:.*\\.)?";
                  case ".**" -> "(?:[.\\[].*)?";
                  case "*" -> "[^.]*";
                  default -> Pattern.quote(part.group());
                }));
  }
}
