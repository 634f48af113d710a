package dev.tradewind.kernel.resource;

import dev.tradewind.kernel.resource.query.Page;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Second implementation of the query language, over rows in memory and without SQL. Rows are in
 * wire form, with their maker and parts.
 */
final class PlainTools {

  private static final Set<String> RELATIONS = Set.of("maker", "parts");

  private final List<JsonObject> rows;
  private final Map<String, Instant> times;

  /**
   * @param times the instants of the texts for times in queries
   */
  PlainTools(List<JsonObject> rows, Map<String, Instant> times) {
    this.rows = rows;
    this.times = times;
  }

  Page list(JsonObject query) {
    List<JsonObject> found =
        rows.stream()
            .filter(row -> query.containsKey("deleted_at") || row.getValue("deleted_at") == null)
            .filter(filters(query))
            .filter(search(query.getString("q", "")))
            .sorted(order(query.getString("order", "-created_at")))
            .toList();
    int offset = query.getInteger("offset", 0);
    int limit = query.getInteger("limit", 10);
    List<JsonObject> shown = found.stream().skip(offset).limit(limit).map(shape(query)).toList();
    return new Page(shown, found.size(), offset, limit);
  }

  private Predicate<JsonObject> filters(JsonObject query) {
    return row ->
        Workshop.TOOL.columns().stream()
            .map(Column::name)
            .filter(query::containsKey)
            .allMatch(name -> matches(row.getValue(name), query.getValue(name)));
  }

  private boolean matches(@Nullable Object value, Object wanted) {
    return switch (wanted) {
      case JsonObject operators ->
          operators.stream()
              .allMatch(operator -> compares(value, operator.getKey(), operator.getValue()));
      case JsonArray any -> elements(any).anyMatch(one -> equal(value, one));
      default -> equal(value, wanted);
    };
  }

  /** An array of one text is a comma-separated list. */
  private static Stream<?> elements(JsonArray array) {
    return array.size() == 1 && array.getValue(0) instanceof String text
        ? Arrays.stream(text.split(",", -1))
        : array.stream();
  }

  private static boolean equal(@Nullable Object value, Object wanted) {
    if (value == null || "null".equals(wanted)) {
      return value == null && "null".equals(wanted);
    }
    return value instanceof Number
        ? number(value).compareTo(number(wanted)) == 0
        : value.toString().equals(wanted.toString());
  }

  private boolean compares(@Nullable Object value, String operator, Object wanted) {
    if (value == null || "null".equals(wanted)) {
      return value == null && "null".equals(wanted);
    }
    String text = value.toString().toLowerCase(Locale.ROOT);
    String part = wanted.toString().toLowerCase(Locale.ROOT);
    return switch (operator) {
      case "contains" -> text.contains(part);
      case "starts_with" -> text.startsWith(part);
      case "ends_with" -> text.endsWith(part);
      case "lt" -> compare(value, wanted) < 0;
      case "lte" -> compare(value, wanted) <= 0;
      case "gt" -> compare(value, wanted) > 0;
      default -> compare(value, wanted) >= 0;
    };
  }

  private int compare(Object value, Object wanted) {
    if (value instanceof Number) {
      return number(value).compareTo(number(wanted));
    }
    Instant time = times.get(wanted.toString());
    return time == null
        ? value.toString().compareTo(wanted.toString())
        : Instant.parse(value.toString()).compareTo(time);
  }

  private static BigDecimal number(Object value) {
    return new BigDecimal(value.toString());
  }

  private static Predicate<JsonObject> search(String text) {
    String part = text.toLowerCase(Locale.ROOT);
    return row ->
        Stream.of("name", "code")
                .map(row::getString)
                .filter(Objects::nonNull)
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(part))
            || part.isEmpty();
  }

  /** Rows without a value come last, and first in reversed order. */
  private static Comparator<JsonObject> order(String order) {
    boolean descending = order.startsWith("-");
    String field = descending ? order.substring(1) : order;
    Comparator<JsonObject> ascending =
        Comparator.comparing(
                (JsonObject row) -> sortValue(row, field),
                Comparator.nullsLast(PlainTools::compareSorted))
            .thenComparing(row -> row.getString("id"));
    return descending ? ascending.reversed() : ascending;
  }

  private static @Nullable Object sortValue(JsonObject row, String field) {
    if (!field.startsWith("maker.")) {
      return row.getValue(field);
    }
    JsonObject maker = row.getJsonObject("maker");
    return maker == null ? null : maker.getValue(field.substring("maker.".length()));
  }

  private static int compareSorted(Object one, Object other) {
    return one instanceof Number
        ? number(one).compareTo(number(other))
        : one.toString().compareTo(other.toString());
  }

  private static UnaryOperator<JsonObject> shape(JsonObject query) {
    Set<String> relations = Set.copyOf(names(query.getString("expand", "parts")));
    String fields = query.getString("fields");
    Set<String> wanted = fields == null ? Set.of() : Set.copyOf(names(fields));
    return row -> {
      JsonObject shown = new JsonObject();
      row.forEach(member -> {
        String name = member.getKey();
        boolean isShown =
            RELATIONS.contains(name)
                ? relations.contains(name)
                : fields == null || name.equals("id") || wanted.contains(name);
        if (isShown) {
          shown.put(name, member.getValue());
        }
      });
      return shown;
    };
  }

  private static List<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toList());
  }
}
