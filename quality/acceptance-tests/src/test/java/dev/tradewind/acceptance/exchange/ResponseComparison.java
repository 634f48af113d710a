package dev.tradewind.acceptance.exchange;

import dev.tradewind.acceptance.exchange.Difference.Kind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of a recorded response body with ours: members, JSON types and the values that the
 * requests determine. An id that was not seen before is mapped to ours at the same place; from then
 * on it must come back. The order of array elements is not compared.
 */
final class ResponseComparison {

  private static final Pattern TIMESTAMP =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");

  private static final Set<String> PAGE_MEMBERS = Set.of("count", "offset", "limit");

  private final RecordedExchange exchange;
  private final BiPredicate<String, String> typeOnly;

  /**
   * @param typeOnly whether only the type counts, for an exchange's name and a path
   */
  ResponseComparison(RecordedExchange exchange, BiPredicate<String, String> typeOnly) {
    this.exchange = exchange;
    this.typeOnly = typeOnly;
  }

  /** The differences of a body; maps new ids. */
  List<Difference> compare(Object body, IdMapping ids) {
    Object recorded = exchange.responseBody();
    if (recorded instanceof JsonObject page
        && body instanceof JsonObject ours
        && page.fieldNames().containsAll(PAGE_MEMBERS)) {
      return new Pass(ids).page(page, ours);
    }
    return new Pass(ids).values("", recorded, body);
  }

  /** One walk through both bodies. */
  private final class Pass {

    private final IdMapping ids;
    private final List<Difference> differences = new ArrayList<>();
    private boolean isShapeOnly;

    private Pass(IdMapping ids) {
      this.ids = ids;
    }

    /**
     * Pages hold what else is in a shop, and the recorded ones are excerpts: known elements are
     * compared, of the others fields and types.
     */
    private List<Difference> page(JsonObject recorded, JsonObject ours) {
      for (String name : recorded.fieldNames()) {
        Object ourValue = ours.getValue(name);
        if (recorded.getValue(name) instanceof JsonArray elements
            && ourValue instanceof JsonArray found) {
          elements.forEach(element -> pageElement(name + "[]", element, found));
        } else if (!name.equals("count")) {
          values(name, recorded.getValue(name), ourValue);
        }
      }
      addedMembers("", recorded, ours);
      return differences;
    }

    private void pageElement(String path, Object recorded, JsonArray found) {
      int same = indexOfSame(recorded, found);
      if (same >= 0) {
        values(path, recorded, found.getValue(same));
      } else if (found.isEmpty()) {
        add(Kind.SIZE, path, "an element", "none");
      } else {
        isShapeOnly = true;
        values(path, recorded, found.getValue(closest(recorded, found, all(found))));
        isShapeOnly = false;
      }
    }

    private List<Difference> values(String path, @Nullable Object recorded, @Nullable Object ours) {
      if (recorded == null || ours == null) {
        if (recorded != ours && !isShapeOnly) {
          add(Kind.TYPE, path, recorded, ours);
        }
      } else if (recorded instanceof JsonObject expected && ours instanceof JsonObject actual) {
        members(path, expected, actual);
      } else if (recorded instanceof JsonArray expected && ours instanceof JsonArray actual) {
        elements(path + "[]", expected, actual);
      } else if (recorded instanceof String expected && ours instanceof String actual) {
        texts(path, expected, actual);
      } else if (recorded instanceof Number expected && ours instanceof Number actual) {
        if (isDetermined(path) && decimal(expected).compareTo(decimal(actual)) != 0) {
          add(Kind.VALUE, path, recorded, ours);
        }
      } else if (!recorded.getClass().equals(ours.getClass())) {
        add(Kind.TYPE, path, recorded, ours);
      } else if (isDetermined(path) && !recorded.equals(ours)) {
        add(Kind.VALUE, path, recorded, ours);
      }
      return differences;
    }

    private void members(String path, JsonObject recorded, JsonObject ours) {
      String prefix = path.isEmpty() ? "" : path + ".";
      for (String name : recorded.fieldNames()) {
        if (!ours.containsKey(name)) {
          add(Kind.MISSING, prefix + name, recorded.getValue(name), null);
        } else {
          values(prefix + name, recorded.getValue(name), ours.getValue(name));
        }
      }
      addedMembers(prefix, recorded, ours);
    }

    private void addedMembers(String prefix, JsonObject recorded, JsonObject ours) {
      for (String name : ours.fieldNames()) {
        if (!recorded.containsKey(name)) {
          add(Kind.ADDED, prefix + name, null, ours.getValue(name));
        }
      }
    }

    private void elements(String path, JsonArray recorded, JsonArray ours) {
      if (recorded.size() != ours.size() && !isShapeOnly) {
        add(Kind.SIZE, path, recorded, ours);
      }
      List<Integer> left = all(ours);
      List<Object> unmatched = new ArrayList<>();
      for (Object element : recorded) {
        int same = indexOfSame(element, ours);
        if (same >= 0 && left.remove((Integer) same)) {
          values(path, element, ours.getValue(same));
        } else {
          unmatched.add(element);
        }
      }
      for (Object element : unmatched) {
        if (!left.isEmpty()) {
          int closest = closest(element, ours, left);
          left.remove((Integer) closest);
          values(path, element, ours.getValue(closest));
        }
      }
    }

    private void texts(String path, String recorded, String ours) {
      if (IdMapping.isId(recorded)) {
        String mapped = ids.get(recorded);
        if (mapped == null) {
          if (prefix(recorded).equals(prefix(ours)) || !isDetermined(path)) {
            ids.put(recorded, ours);
          } else {
            add(Kind.VALUE, path, recorded, ours);
          }
        } else if (!mapped.equals(ours) && isDetermined(path)) {
          add(Kind.VALUE, path, recorded + " = " + mapped, ours);
        }
      } else if (TIMESTAMP.matcher(recorded).matches() && !exchange.sends(recorded)) {
        if (!TIMESTAMP.matcher(ours).matches()) {
          add(Kind.TYPE, path, recorded, ours);
        }
      } else if (isDetermined(path) && !ids.translateKnown(recorded).equals(ours)) {
        add(Kind.VALUE, path, recorded, ours);
      }
    }

    private boolean isDetermined(String path) {
      return !isShapeOnly && !typeOnly.test(exchange.name(), path);
    }

    /** Index of the element with the same identity, or -1. */
    private int indexOfSame(Object recorded, JsonArray ours) {
      String identity = identity(recorded);
      String mapped = identity == null ? null : ids.get(identity);
      String sought = mapped == null ? identity : mapped;
      return IntStream.range(0, ours.size())
          .filter(i -> sought != null && sought.equals(identity(ours.getValue(i))))
          .findFirst()
          .orElse(-1);
    }

    /** Index of the element with the fewest differences. */
    private int closest(Object recorded, JsonArray ours, List<Integer> candidates) {
      return candidates.stream()
          .min(Comparator.comparingInt(i -> distance(recorded, ours.getValue(i))))
          .orElseThrow();
    }

    private int distance(Object recorded, Object ours) {
      Pass trial = new Pass(ids.copy());
      trial.isShapeOnly = isShapeOnly;
      return trial.values("", recorded, ours).size();
    }

    private void add(Kind kind, String path, @Nullable Object recorded, @Nullable Object ours) {
      differences.add(new Difference(kind, path, recorded, ours));
    }
  }

  private static List<Integer> all(JsonArray elements) {
    return IntStream.range(0, elements.size()).boxed().collect(Collectors.toList());
  }

  private static @Nullable String identity(Object element) {
    if (!(element instanceof JsonObject resource)) {
      return null;
    }
    Object id = resource.getValue("id", resource.getValue("code"));
    return id instanceof String text ? text : null;
  }

  private static String prefix(String id) {
    return id.replaceFirst("_[^_]*$", "");
  }

  private static BigDecimal decimal(Number number) {
    return new BigDecimal(number.toString());
  }
}
