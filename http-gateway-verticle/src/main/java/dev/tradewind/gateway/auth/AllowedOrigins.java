package dev.tradewind.gateway.auth;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Allowed origins of a surface: exact ones, and patterns. */
public final class AllowedOrigins {

  public static final AllowedOrigins NONE = new AllowedOrigins(Set.of(), List.of());

  // A pattern may contain commas, so the list is not split at every one.
  private static final Pattern ELEMENT =
      Pattern.compile("\\G\\s*(/(?:\\\\.|[^/\\\\])+/[a-z]*|[^,]*?)\\s*(?:,|$)");
  private static final int MAX_ORIGIN_LENGTH = 512;

  private final Set<String> exact;
  private final List<Pattern> patterns;

  private AllowedOrigins(Set<String> exact, List<Pattern> patterns) {
    this.exact = exact;
    this.patterns = patterns;
  }

  /**
   * From a comma-separated list of origins and {@code /patterns/flags}.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static AllowedOrigins parse(String list) {
    Set<String> exact = new HashSet<>();
    List<Pattern> patterns = new ArrayList<>();
    Matcher elements = ELEMENT.matcher(list);
    int end = 0;
    while (end < list.length() && elements.find()) {
      end = elements.end();
      String element = elements.group(1);
      if (element.startsWith("/")) {
        patterns.add(pattern(element));
      } else if (element.equals("*")) {
        throw new IllegalArgumentException(
            "* is not an origin; name each, or write a pattern such as /example\\.com$/");
      } else if (!element.isEmpty()) {
        exact.add(element);
      }
    }
    return exact.isEmpty() && patterns.isEmpty() ? NONE : new AllowedOrigins(exact, patterns);
  }

  private static Pattern pattern(String element) {
    int end = element.lastIndexOf('/');
    int flags = 0;
    for (char flag : element.substring(end + 1).toCharArray()) {
      flags |=
          switch (flag) {
            case 'i' -> Pattern.CASE_INSENSITIVE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'u' -> Pattern.UNICODE_CASE;
            default -> throw notAPattern(element, null);
          };
    }
    try {
      return Pattern.compile(element.substring(1, Math.max(end, 1)), flags);
    } catch (PatternSyntaxException malformed) {
      throw notAPattern(element, malformed);
    }
  }

  private static IllegalArgumentException notAPattern(String element, @Nullable Throwable cause) {
    return new IllegalArgumentException(element + " is not a pattern of origins", cause);
  }

  boolean isEmpty() {
    return exact.isEmpty() && patterns.isEmpty();
  }

  public boolean allow(String origin) {
    return exact.contains(origin)
        || (origin.length() <= MAX_ORIGIN_LENGTH
            && patterns.stream().anyMatch(pattern -> pattern.matcher(origin).find()));
  }
}
