package dev.tradewind.gateway.contract;

import io.vertx.ext.web.Route;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Path with parameters: {@code /store/products/{id}}. One that ends with {@code /*} stands for that
 * path and all paths below it.
 *
 * @param text as it is written
 * @param segments without the star at the end
 * @param hasRest whether it ends with the star
 */
public record PathTemplate(String text, List<String> segments, boolean hasRest) {

  private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9._~-]+|\\{\\w+}");
  private static final String REST = "/*";

  /** A path of the contract. */
  public static PathTemplate of(Operation operation) {
    return split(operation.path());
  }

  /** A path of the router: {@code /orders/:id}. */
  public static PathTemplate of(Route route) {
    String path = route.getPath().replaceAll(":(\\w+)", "{$1}");
    return split(route.isExactPath() ? path : path + "*");
  }

  private static PathTemplate split(String text) {
    boolean hasRest = text.endsWith(REST);
    String path = hasRest ? text.substring(0, text.length() - REST.length()) : text;
    List<String> segments = path.isEmpty() ? List.of() : List.of(path.substring(1).split("/", -1));
    return new PathTemplate(text, segments, hasRest);
  }

  /**
   * Parses a path that an operator or a plugin has written.
   *
   * @throws IllegalArgumentException with the rule that it breaks
   */
  public static PathTemplate parse(String text) {
    PathTemplate template = text.startsWith("/") && text.length() > 2 ? split(text) : null;
    if (template == null
        || template.segments.isEmpty()
        || isParameter(template.segments.getFirst())
        || !template.segments.stream().allMatch(one -> SEGMENT.matcher(one).matches())
        || template.segments.contains(".")
        || template.segments.contains("..")) {
      throw new IllegalArgumentException(
          "a path such as /store/customers/{id}/wishlist or /wishlists/*, whose first segment is no"
              + " parameter");
    }
    Set<String> names = new HashSet<>();
    if (!template.segments.stream().filter(PathTemplate::isParameter).allMatch(names::add)) {
      throw new IllegalArgumentException("a path that names each parameter once");
    }
    return template;
  }

  static boolean isParameter(String segment) {
    return segment.startsWith("{");
  }

  /** Whether some path is one of both. */
  public boolean overlaps(PathTemplate other) {
    int common = Math.min(segments.size(), other.segments.size());
    for (int i = 0; i < common; i++) {
      String one = segments.get(i);
      String another = other.segments.get(i);
      if (!one.equals(another) && !isParameter(one) && !isParameter(another)) {
        return false;
      }
    }
    return (segments.size() == common || other.hasRest)
        && (other.segments.size() == common || hasRest);
  }

  /** Whether each path of the other is one of this. */
  public boolean covers(PathTemplate other) {
    if (segments.size() > other.segments.size()
        || (!hasRest && (other.hasRest || segments.size() < other.segments.size()))) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      String one = segments.get(i);
      if (!isParameter(one) && !one.equals(other.segments.get(i))) {
        return false;
      }
    }
    return true;
  }
}
