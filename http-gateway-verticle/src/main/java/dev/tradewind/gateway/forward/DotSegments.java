package dev.tradewind.gateway.forward;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Segments that lead to another path than the one that was admitted, if a service resolves them:
 * {@code ..}, in any encoding, also with parameters and behind a backslash.
 */
final class DotSegments {

  private DotSegments() {}

  static boolean arePartOf(String path) {
    String decoded =
        path.indexOf('%') < 0
            ? path
            : URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    for (String segment : decoded.split("[/\\\\]", -1)) {
      int parameters = segment.indexOf(';');
      String name = parameters < 0 ? segment : segment.substring(0, parameters);
      if (name.equals(".") || name.equals("..")) {
        return true;
      }
    }
    return false;
  }
}
