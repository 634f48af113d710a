package dev.tradewind.catalog.search.filter;

import dev.tradewind.catalog.search.filter.Filter.And;
import dev.tradewind.catalog.search.filter.Filter.Between;
import dev.tradewind.catalog.search.filter.Filter.Compared;
import dev.tradewind.catalog.search.filter.Filter.Comparison;
import dev.tradewind.catalog.search.filter.Filter.Contains;
import dev.tradewind.catalog.search.filter.Filter.Exists;
import dev.tradewind.catalog.search.filter.Filter.In;
import dev.tradewind.catalog.search.filter.Filter.Not;
import dev.tradewind.catalog.search.filter.Filter.Or;
import dev.tradewind.catalog.search.filter.Filter.StartsWith;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Recursive-descent parser of Meilisearch's filter expressions, in time proportional to their
 * length. Errors name the place as {@code from:to} in characters, from 1 on.
 */
public final class FilterParser {

  /** Characters of an expression. */
  public static final int MAX_LENGTH = 4_096;

  /** Values of an expression. */
  public static final int MAX_VALUES = 300;

  /** Conditions that look into every value of an attribute. */
  private static final int MAX_CONTAINS = 10;

  private static final int MAX_DEPTH = 100;

  private static final Set<String> RESERVED =
      Set.of(
          "AND",
          "OR",
          "NOT",
          "IN",
          "TO",
          "EXISTS",
          "IS",
          "NULL",
          "EMPTY",
          "CONTAINS",
          "STARTS",
          "WITH",
          "_geoRadius",
          "_geoBoundingBox",
          "_geoPolygon",
          "_geoPoint");

  private final String text;
  private int at;
  private int depth;
  private int values;
  private int contained;

  private FilterParser(String text) {
    this.text = text;
  }

  /** Attribute or value, as it was written. */
  private record Word(String text, int start, int end) {}

  /**
   * The filter of an expression; null if it is blank.
   *
   * @throws FilterException if it is malformed
   */
  public static @Nullable Filter parse(String expression) {
    if (expression.length() > MAX_LENGTH) {
      throw new FilterException(
          "The filter has more than " + MAX_LENGTH + " characters.\n" + "1:" + MAX_LENGTH);
    }
    FilterParser parser = new FilterParser(expression);
    parser.skipBlanks();
    if (parser.isAtEnd()) {
      return null;
    }
    Filter filter = parser.or();
    if (!parser.isAtEnd()) {
      throw parser.error("Found unexpected characters at the end of the filter", parser.at);
    }
    return filter;
  }

  private Filter or() {
    return series("OR", parser -> parser.and(), Or::new);
  }

  private Filter and() {
    return series("AND", parser -> parser.not(), And::new);
  }

  private Filter series(
      String operator, Function<FilterParser, Filter> next, Function<List<Filter>, Filter> all) {
    List<Filter> parts = new ArrayList<>();
    parts.add(next.apply(this));
    while (takeKeyword(operator)) {
      parts.add(next.apply(this));
    }
    return parts.size() == 1 ? parts.getFirst() : all.apply(List.copyOf(parts));
  }

  private Filter not() {
    enter();
    try {
      if (takeKeyword("NOT")) {
        return new Not(not());
      }
      return primary();
    } finally {
      depth--;
    }
  }

  private void enter() {
    depth++;
    if (depth > MAX_DEPTH) {
      throw error("The filter is nested deeper than " + MAX_DEPTH + " levels", at);
    }
  }

  private Filter primary() {
    if (take('(')) {
      Filter inner = or();
      if (!take(')')) {
        throw error("Expected a closing parenthesis", at);
      }
      return inner;
    }
    return condition();
  }

  private Filter condition() {
    int start = at;
    if (text.startsWith("_geo", at)) {
      throw error("Places are not filterable, so that there are no geo filters", start);
    }
    String attribute = word("an attribute").text();
    skipBlanks();
    if (take("!=")) {
      return new Not(new In(attribute, List.of(value())));
    }
    if (take(">=")) {
      return new Compared(attribute, Comparison.AT_LEAST, number());
    }
    if (take("<=")) {
      return new Compared(attribute, Comparison.AT_MOST, number());
    }
    if (take(">")) {
      return new Compared(attribute, Comparison.GREATER, number());
    }
    if (take("<")) {
      return new Compared(attribute, Comparison.LESS, number());
    }
    if (take("=")) {
      return new In(attribute, List.of(value()));
    }
    return wordOperator(attribute);
  }

  private Filter wordOperator(String attribute) {
    boolean isNegated = takeKeyword("NOT");
    Filter filter = null;
    if (takeKeyword("IN")) {
      filter = new In(attribute, list());
    } else if (takeKeyword("EXISTS")) {
      filter = new Exists(attribute);
    } else if (takeKeyword("CONTAINS")) {
      contained++;
      if (contained > MAX_CONTAINS) {
        throw error("The filter has more than " + MAX_CONTAINS + " times `CONTAINS`", at);
      }
      filter = new Contains(attribute, value());
    } else if (takeKeyword("STARTS")) {
      requireKeyword("WITH");
      filter = new StartsWith(attribute, value());
    } else if (!isNegated && takeKeyword("IS")) {
      isNegated = takeKeyword("NOT");
      if (!takeKeyword("NULL")) {
        requireKeyword("EMPTY");
      }
      filter = new Not(new Exists(attribute));
    } else if (!isNegated && isValueNext()) {
      double from = number();
      requireKeyword("TO");
      filter = new Between(attribute, from, number());
    }
    if (filter == null) {
      throw error(
          "Was expecting an operation `=`, `!=`, `>=`, `>`, `<=`, `<`, `IN`, `NOT IN`, `TO`,"
              + " `EXISTS`, `NOT EXISTS`, `IS NULL`, `IS NOT NULL`, `IS EMPTY`, `IS NOT EMPTY`,"
              + " `CONTAINS`, `NOT CONTAINS`, `STARTS WITH` or `NOT STARTS WITH`",
          at);
    }
    return isNegated ? new Not(filter) : filter;
  }

  private boolean isValueNext() {
    if (isAtEnd()) {
      return false;
    }
    char next = text.charAt(at);
    return next == '"' || next == '\'' || (isWordPart(next) && !RESERVED.contains(bare()));
  }

  private List<String> list() {
    if (!take('[')) {
      throw error("Expected `[` after the keyword `IN`", at);
    }
    List<String> found = new ArrayList<>();
    while (!take(']')) {
      if (!found.isEmpty() && !take(',')) {
        throw error("Expected only comma-separated values inside `IN[..]`", at);
      }
      if (take(']')) {
        break;
      }
      found.add(value());
    }
    return List.copyOf(found);
  }

  private String value() {
    int start = at;
    values++;
    if (values > MAX_VALUES) {
      throw error("The filter has more than " + MAX_VALUES + " values", start);
    }
    return word("a value").text();
  }

  private double number() {
    skipBlanks();
    int start = at;
    values++;
    String found = word("a number").text();
    try {
      double number = Double.parseDouble(found);
      if (Double.isFinite(number) && !found.endsWith("d") && !found.endsWith("f")) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Refused below, with the place.
    }
    at = start;
    throw error("Expected a number and found `" + shown(found) + "`", start);
  }

  private Word word(String expected) {
    skipBlanks();
    int start = at;
    if (isAtEnd()) {
      throw error("Expected " + expected + " and found the end of the filter", start);
    }
    char first = text.charAt(at);
    if (first == '"' || first == '\'') {
      return quoted(first);
    }
    String bare = bare();
    if (bare.isEmpty()) {
      throw error("Expected " + expected, start);
    }
    if (RESERVED.contains(bare)) {
      throw error(
          "Expected " + expected + " and found the reserved word `" + bare + "`; quote it", start);
    }
    at += bare.length();
    int end = at;
    skipBlanks();
    return new Word(bare, start, end);
  }

  private Word quoted(char quote) {
    int start = at;
    StringBuilder content = new StringBuilder();
    at++;
    while (!isAtEnd() && text.charAt(at) != quote) {
      char one = text.charAt(at);
      at++;
      content.append(one == '\\' ? escaped(quote) : String.valueOf(one));
    }
    if (isAtEnd()) {
      at = start;
      throw error(
          "Expression `" + shown(text.substring(start)) + "` lacks its closing " + quote, at);
    }
    at++;
    int end = at;
    skipBlanks();
    return new Word(content.toString(), start, end);
  }

  private String escaped(char quote) {
    if (isAtEnd()) {
      throw error("Expected a character after the backslash", at);
    }
    char one = text.charAt(at);
    at++;
    return switch (one) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case '0' -> "\0";
      case '\\', '"', '\'', ' ' -> String.valueOf(one);
      case 'u' -> point();
      default -> {
        if (one == quote) {
          yield String.valueOf(one);
        }
        at--;
        throw error("Unknown escape `\\" + one + "`", at - 1);
      }
    };
  }

  private String point() {
    boolean isBraced = at < text.length() && text.charAt(at) == '{';
    int begin = isBraced ? at + 1 : at;
    int end = isBraced ? text.indexOf('}', begin) : Math.min(text.length(), begin + 4);
    try {
      if (end < begin + 1 || end > begin + 6) {
        throw new NumberFormatException("length");
      }
      int found = Integer.parseInt(text, begin, end, 16);
      at = isBraced ? end + 1 : end;
      return Character.toString(found);
    } catch (IllegalArgumentException malformed) {
      throw error("Expected the hexadecimal code of a character", at - 2);
    }
  }

  private String bare() {
    int end = at;
    while (end < text.length() && isWordPart(text.charAt(end))) {
      end++;
    }
    return text.substring(at, end);
  }

  private static boolean isWordPart(char one) {
    return Character.isLetterOrDigit(one)
        || Character.isSurrogate(one)
        || one == '_'
        || one == '-'
        || one == '.'
        || one == '/';
  }

  private boolean takeKeyword(String keyword) {
    if (text.startsWith(keyword, at)) {
      int end = at + keyword.length();
      if (end == text.length() || !isWordPart(text.charAt(end))) {
        at = end;
        skipBlanks();
        return true;
      }
    }
    return false;
  }

  private void requireKeyword(String keyword) {
    if (!takeKeyword(keyword)) {
      throw error("Expected the keyword `" + keyword + "`", at);
    }
  }

  private boolean take(char one) {
    return take(String.valueOf(one));
  }

  private boolean take(String operator) {
    if (text.startsWith(operator, at)) {
      at += operator.length();
      skipBlanks();
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (!isAtEnd() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean isAtEnd() {
    return at >= text.length();
  }

  private FilterException error(String message, int from) {
    int to = Math.max(from + 1, text.length());
    String rest = from < text.length() ? text.substring(from) : "";
    return new FilterException(message + ".\n" + (from + 1) + ":" + (to + 1) + " " + shown(rest));
  }

  private static String shown(String found) {
    return found.length() <= 100 ? found : found.substring(0, 100) + "…";
  }
}
