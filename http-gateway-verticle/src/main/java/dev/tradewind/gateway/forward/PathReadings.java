package dev.tradewind.gateway.forward;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Readings of the path of a request by services that resolve other parts of it than the router
 * does: encoded slashes and backslashes separate segments, parameters of segments are left out, and
 * empty segments count or do not.
 */
final class PathReadings {

  private PathReadings() {}

  /**
   * @param path of a request, percent-encoded and not malformed
   * @return percent-encoded paths; empty if every service reads the path as the router does
   */
  static List<String> of(String path) {
    if (!path.contains("//") && path.chars().noneMatch(PathReadings::isReadDifferently)) {
      return List.of();
    }
    String decoded =
        URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8)
            .replace('\\', '/')
            .replaceAll(";[^/]*", "")
            .replace("%", "%25");
    return List.of(decoded, decoded.replaceAll("/{2,}", "/"));
  }

  private static boolean isReadDifferently(int character) {
    return character == '%' || character == ';' || character == '\\';
  }
}
