package dev.tradewind.gateway.validation;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Parser of query strings: {@code a[]=1}, {@code a[0]=1} and repeated names are arrays, {@code
 * a[b]=1} is an object, and so is {@code metadata.b=1}. Every value is decoded once and stays a
 * text.
 */
final class QueryParser {

  private static final int MAXIMUM_PARAMETERS = 1000;
  private static final int MAXIMUM_DEPTH = 5;
  private static final int MAXIMUM_INDEX_DIGITS = 9;

  /** Begin of the names of members of metadata. */
  private static final String DOTTED = "metadata.";

  private QueryParser() {}

  static JsonObject parse(@Nullable String query) {
    if (query == null || query.isEmpty()) {
      return new JsonObject();
    }
    Node root = new Node();
    int parameters = 0;
    for (int start = 0; start <= query.length(); ) {
      int next = query.indexOf('&', start);
      int end = next < 0 ? query.length() : next;
      if (end > start) {
        if (++parameters > MAXIMUM_PARAMETERS) {
          throw invalid("The query has more than " + MAXIMUM_PARAMETERS + " parameters");
        }
        add(root, query, start, end);
      }
      start = end + 1;
    }
    return root.object("");
  }

  private static void add(Node root, String query, int start, int end) {
    int equals = query.indexOf('=', start);
    boolean valued = equals >= 0 && equals < end;
    String key = PercentDecoder.decode(query, start, valued ? equals : end);
    String value = valued ? PercentDecoder.decode(query, equals + 1, end) : "";
    if (!key.isEmpty()) {
      place(root, isDotted(key) ? bracketed(key) : key).add(value, key);
    }
  }

  private static boolean isDotted(String key) {
    return key.startsWith(DOTTED) && key.length() > DOTTED.length();
  }

  /** The form of a member in brackets, which may have further ones. */
  private static String bracketed(String key) {
    int open = key.indexOf('[');
    int end = open < 0 ? key.length() : open;
    String name = key.substring(Math.min(DOTTED.length(), end), end);
    return DOTTED.substring(0, DOTTED.length() - 1) + "[" + name + "]" + key.substring(end);
  }

  /** The node at the path in the brackets of the key. */
  private static Node place(Node root, String key) {
    int open = key.indexOf('[');
    String name = open < 0 ? key : key.substring(0, open);
    if (name.isEmpty() || name.indexOf(']') >= 0) {
      throw malformed(key);
    }
    Node node = root.named(name);
    int depth = 0;
    while (open >= 0) {
      int close = key.indexOf(']', open);
      int nested = key.indexOf('[', open + 1);
      if (close < 0 || (nested > 0 && nested < close)) {
        throw malformed(key);
      }
      if (++depth > MAXIMUM_DEPTH) {
        throw invalid("The query parameter " + key + " is nested too deeply");
      }
      boolean last = close == key.length() - 1;
      if (!last && key.charAt(close + 1) != '[') {
        throw malformed(key);
      }
      String step = key.substring(open + 1, close);
      if (step.isEmpty()) {
        if (!last) {
          throw malformed(key);
        }
        node.isArray = true;
      } else {
        node = isIndex(step) ? node.indexed(Integer.parseInt(step)) : node.named(step);
      }
      open = last ? -1 : close + 1;
    }
    return node;
  }

  private static boolean isIndex(String step) {
    return step.length() <= MAXIMUM_INDEX_DIGITS
        && step.chars().allMatch(character -> character >= '0' && character <= '9');
  }

  private static RuntimeException malformed(String key) {
    return invalid("The query parameter " + key + " is malformed");
  }

  private static RuntimeException invalid(String message) {
    return Problem.invalidData(message);
  }

  /**
   * Values of one name; the end of the query decides whether they are a text, an array or an
   * object.
   */
  private static final class Node {

    private final List<String> values = new ArrayList<>(1);
    private @Nullable Map<String, Node> properties;
    private @Nullable TreeMap<Integer, Node> elements;
    private boolean isArray;

    private void add(String value, String key) {
      if (properties != null) {
        throw malformed(key);
      }
      values.add(value);
    }

    private Node named(String name) {
      Map<String, Node> known = properties == null ? new LinkedHashMap<>() : properties;
      properties = known;
      return known.computeIfAbsent(name, absent -> new Node());
    }

    private Node indexed(int index) {
      TreeMap<Integer, Node> known = elements == null ? new TreeMap<>() : elements;
      elements = known;
      return known.computeIfAbsent(index, absent -> new Node());
    }

    private Object json(String name) {
      if (properties != null) {
        return object(name);
      }
      if (elements == null && !isArray && values.size() == 1) {
        return values.getFirst();
      }
      JsonArray array = new JsonArray();
      if (elements != null) {
        elements.values().forEach(element -> array.add(element.json(name)));
      }
      values.forEach(array::add);
      return array;
    }

    private JsonObject object(String name) {
      if (!values.isEmpty() || elements != null || isArray) {
        throw malformed(name);
      }
      JsonObject object = new JsonObject();
      if (properties != null) {
        properties.forEach((key, node) -> object.put(key, node.json(key)));
      }
      return object;
    }
  }
}
