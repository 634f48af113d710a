package dev.tradewind.gateway.forward;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Readings of the path of a request by services that resolve other parts of it than the router
 * does: encoded slashes and backslashes separate segments, also those that are encoded several
 * times, parameters of segments are left out, and empty segments count or do not.
 */
final class PathReadings {

  private static final Pattern ESCAPES = Pattern.compile("(%[0-9a-fA-F]{2})+");

  /** A proxy and a service that both decode, and one more. */
  private static final int MAX_DECODINGS = 3;

  private PathReadings() {}

  /**
   * @param path of a request, percent-encoded and not malformed
   * @return percent-encoded paths; empty if every service reads the path as the router does
   */
  static List<String> of(String path) {
    if (!path.contains("//") && path.chars().noneMatch(PathReadings::isReadDifferently)) {
      return List.of();
    }
    List<String> readings = new ArrayList<>();
    String decoded = path;
    for (int i = 0; i < MAX_DECODINGS; i++) {
      decoded = decoded(decoded);
      String resolved = decoded.replace('\\', '/').replaceAll(";[^/]*", "").replace("%", "%25");
      readings.add(resolved);
      readings.add(resolved.replaceAll("/{2,}", "/"));
    }
    return readings.stream().distinct().toList();
  }

  /**
   * Whether a reading has segments ({@code ..}) that lead to another path than the admitted one.
   */
  static boolean leadElsewhere(String path) {
    return Stream.concat(Stream.of(path), of(path).stream())
        .flatMap(reading -> Arrays.stream(reading.split("/", -1)))
        .anyMatch(segment -> segment.equals(".") || segment.equals(".."));
  }

  /** The path without its outer encoding; what is malformed below that stays as it is. */
  private static String decoded(String path) {
    return ESCAPES
        .matcher(path)
        .replaceAll(escapes ->
            Matcher.quoteReplacement(URLDecoder.decode(escapes.group(), StandardCharsets.UTF_8)));
  }

  private static boolean isReadDifferently(int character) {
    return character == '%' || character == ';' || character == '\\';
  }
}
