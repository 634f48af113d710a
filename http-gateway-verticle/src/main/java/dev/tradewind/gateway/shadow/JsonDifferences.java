package dev.tradewind.gateway.shadow;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of two JSON answers. Rows are compared by their ids, because the v1 server returns
 * relations in no order; members that it does not show are no differences; metadata is one value.
 */
final class JsonDifferences {

  /** Value of a member or element that is not there. */
  static final Object ABSENT =
      new Object() {
        @Override
        public String toString() {
          return "(absent)";
        }
      };

  /** The v1 server computes some times when it is asked. */
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  /** Differences of one answer; further ones say nothing new. */
  private static final int MAX = 50;

  private static final int SHORTEST_TIME = "2024-01-01T00:00:00Z".length();

  private static final List<String> KEYS = List.of("id", "code", "iso_2", "item_id", "provider_id");

  /**
   * Difference between two answers.
   *
   * @param path of members, elements of arrays as {@code []}
   * @param v1 value of the v1 server
   * @param here value of this service
   */
  record Difference(String path, @Nullable Object v1, @Nullable Object here) {}

  private final List<Difference> found = new ArrayList<>();

  private JsonDifferences() {}

  /**
   * Differences that are not decided, at most 50.
   *
   * @param isOrdered whether the request asks for an order of the rows of its list
   */
  static List<Difference> of(JsonObject v1, JsonObject here, boolean isOrdered) {
    JsonDifferences differences = new JsonDifferences();
    differences.compare("", v1, here);
    if (isOrdered) {
      differences.compareOrder(v1, here);
    }
    return differences.found;
  }

  private void note(String path, @Nullable Object v1, @Nullable Object here) {
    Difference difference = new Difference(path, v1, here);
    if (found.size() < MAX && !DecidedDifferences.covers(difference)) {
      found.add(difference);
    }
  }

  private void compare(String path, @Nullable Object v1, @Nullable Object here) {
    if (v1 instanceof JsonObject one
        && here instanceof JsonObject other
        && !path.endsWith("metadata")) {
      for (String name : one.fieldNames()) {
        String member = path.isEmpty() ? name : path + "." + name;
        compare(
            member, one.getValue(name), other.containsKey(name) ? other.getValue(name) : ABSENT);
      }
    } else if (v1 instanceof JsonArray one && here instanceof JsonArray other) {
      compareElements(path + "[]", one, other);
    } else if (!isSame(v1, here)) {
      note(path, v1, here);
    }
  }

  private void compareElements(String path, JsonArray v1, JsonArray here) {
    String key = KEYS.stream().filter(name -> isKey(name, v1, here)).findFirst().orElse(null);
    if (key == null) {
      for (int i = 0; i < Math.max(v1.size(), here.size()); i++) {
        compare(
            path,
            i < v1.size() ? v1.getValue(i) : ABSENT,
            i < here.size() ? here.getValue(i) : ABSENT);
      }
      return;
    }
    Map<String, JsonObject> unmatched = byKey(here, key);
    for (Map.Entry<String, JsonObject> one : byKey(v1, key).entrySet()) {
      JsonObject other = unmatched.remove(one.getKey());
      if (other == null) {
        note(path, one.getKey(), ABSENT);
      } else {
        compare(path, one.getValue(), other);
      }
    }
    unmatched.keySet().forEach(further -> note(path, ABSENT, further));
  }

  private void compareOrder(JsonObject v1, JsonObject here) {
    for (String name : v1.fieldNames()) {
      if (v1.getValue(name) instanceof JsonArray one
          && here.getValue(name) instanceof JsonArray other
          && isKey("id", one, other)) {
        List<String> ids = new ArrayList<>(byKey(one, "id").keySet());
        List<String> otherIds = new ArrayList<>(byKey(other, "id").keySet());
        ids.retainAll(otherIds);
        otherIds.retainAll(ids);
        if (!ids.equals(otherIds)) {
          note(name + "[] (order)", String.join(" ", ids), String.join(" ", otherIds));
        }
      }
    }
  }

  private static boolean isKey(String name, JsonArray v1, JsonArray here) {
    return !v1.isEmpty() && isKey(name, v1) && isKey(name, here);
  }

  private static boolean isKey(String name, JsonArray rows) {
    return rows.stream()
        .allMatch(
            row -> row instanceof JsonObject object && object.getValue(name) instanceof String);
  }

  private static Map<String, JsonObject> byKey(JsonArray rows, String key) {
    Map<String, JsonObject> keyed = new LinkedHashMap<>();
    rows.forEach(row -> keyed.put(((JsonObject) row).getString(key), (JsonObject) row));
    return keyed;
  }

  private static boolean isSame(@Nullable Object v1, @Nullable Object here) {
    if (Objects.equals(v1, here)) {
      return true;
    }
    if (v1 instanceof Number one && here instanceof Number other) {
      return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString())) == 0;
    }
    if (v1 instanceof String one && here instanceof String other) {
      Instant time = time(one);
      Instant otherTime = time(other);
      return time != null
          && otherTime != null
          && Duration.between(time, otherTime).abs().compareTo(TOLERANCE) <= 0;
    }
    return false;
  }

  private static @Nullable Instant time(String text) {
    if (text.length() < SHORTEST_TIME || text.charAt(10) != 'T') {
      return null;
    }
    try {
      return Timestamps.parse(text);
    } catch (DateTimeException noTime) {
      return null;
    }
  }
}
