package dev.tradewind.shadow;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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

  /**
   * Result of a comparison.
   *
   * @param differences that nothing explains, at most 50
   * @param decided names of the classes of decided differences
   * @param hasLag whether something has changed since the time up to which both must be equal
   */
  record Result(List<Difference> differences, Set<String> decided, boolean hasLag) {

    static final Result NONE = new Result(List.of(), Set.of(), false);

    /**
     * Without differences that an earlier comparison of the same answer of the v1 server has not
     * found: what has changed here since, such as the stock of a variant, shows a later shop.
     */
    Result among(List<Difference> earlier) {
      List<Difference> unchanged = differences.stream().filter(earlier::contains).toList();
      return new Result(unchanged, decided, hasLag || unchanged.size() < differences.size());
    }

    static Result ofStatus(int v1, int here) {
      return new Result(List.of(new Difference("(status)", v1, here)), Set.of(), false);
    }
  }

  /** Objects of both answers at the same place. */
  private record Pair(@Nullable Object v1, @Nullable Object here) {}

  private final List<Difference> found = new ArrayList<>();
  private final Set<String> decided = new TreeSet<>();
  private final Pair answers;
  private final @Nullable String regionId;
  private final @Nullable Instant equalUntil;
  private final Deque<Pair> around = new ArrayDeque<>();

  /** Outermost row or object that is compared, whose parts are loaded together. */
  private @Nullable Pair row;

  private boolean hasLag;

  private JsonDifferences(Pair answers, @Nullable String regionId, @Nullable Instant equalUntil) {
    this.answers = answers;
    this.regionId = regionId;
    this.equalUntil = equalUntil;
  }

  /**
   * Compares two answers.
   *
   * @param isOrdered whether the request asks for an order of the rows of its list
   * @param regionId region of the request, if it names one
   * @param equalUntil time up to which both must be equal: rows of which a part was written later
   *     have no differences but lag; null if they must be equal at all times
   */
  static Result of(
      JsonObject v1,
      JsonObject here,
      boolean isOrdered,
      @Nullable String regionId,
      @Nullable Instant equalUntil) {
    JsonDifferences differences = new JsonDifferences(new Pair(v1, here), regionId, equalUntil);
    differences.compare("", v1, here);
    if (isOrdered) {
      differences.compareOrder(v1, here);
    }
    return new Result(
        List.copyOf(differences.found), Set.copyOf(differences.decided), differences.hasLag);
  }

  private void note(String path, @Nullable Object v1, @Nullable Object here) {
    Difference difference = new Difference(path, v1, here);
    String name = DecidedDifferences.nameOf(difference, pricedObjects());
    if (name != null) {
      decided.add(name);
    } else if (isYoung(row == null ? answers : row)) {
      hasLag = true;
    } else if (found.size() < MAX) {
      found.add(difference);
    }
  }

  private DecidedDifferences.PricedObjects pricedObjects() {
    return around.stream()
        .filter(pair -> pair.v1() instanceof JsonObject one && one.containsKey("calculated_price"))
        .findFirst()
        .map(pair ->
            new DecidedDifferences.PricedObjects(
                (JsonObject) pair.v1(), (JsonObject) pair.here(), regionId))
        .orElse(DecidedDifferences.PricedObjects.NONE);
  }

  private boolean isYoung(Pair pair) {
    return equalUntil != null
        && (Ages.isAnyAfter(pair.v1(), equalUntil) || Ages.isAnyAfter(pair.here(), equalUntil));
  }

  private void compare(String path, @Nullable Object v1, @Nullable Object here) {
    if (v1 instanceof JsonObject one
        && here instanceof JsonObject other
        && !path.endsWith("metadata")) {
      around.push(new Pair(one, other));
      for (String name : one.fieldNames()) {
        String member = path.isEmpty() ? name : path + "." + name;
        Object value = other.containsKey(name) ? other.getValue(name) : ABSENT;
        if (one.getValue(name) instanceof JsonObject) {
          compareRow(member, one.getValue(name), value);
        } else {
          compare(member, one.getValue(name), value);
        }
      }
      around.pop();
    } else if (v1 instanceof JsonArray one && here instanceof JsonArray other) {
      compareElements(path + "[]", one, other);
    } else if (!isSame(v1, here)) {
      note(path, v1, here);
    }
  }

  private void compareRow(String path, @Nullable Object v1, @Nullable Object here) {
    boolean isOutermost = row == null;
    if (isOutermost) {
      row = new Pair(v1, here);
    }
    compare(path, v1, here);
    if (isOutermost) {
      row = null;
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
        compareRow(path, one.getValue(), other);
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

  static @Nullable Instant time(String text) {
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
