package dev.tradewind.spi;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * URL of an outgoing request: a base of the settings, path segments and parameters. Text that comes
 * from a client or a service can neither leave its segment nor become a parameter, because a client
 * of a service sends the secrets of the shop to the URL. All but the unreserved characters of RFC
 * 3986 are percent-encoded.
 */
public final class RequestUrl {

  private static final Set<String> REFUSED = Set.of("", ".", "..");

  private final String base;
  private final String path;
  private final String query;

  private RequestUrl(String base, String path, String query) {
    this.base = base;
    this.path = path;
    this.query = query;
  }

  /**
   * URL without a path of its own.
   *
   * @param base scheme, authority and, if the settings have one, path; without a query
   */
  public static RequestUrl of(String base) {
    return new RequestUrl(base.replaceFirst("/+$", ""), "", "");
  }

  /**
   * The URL with further segments of its path.
   *
   * @throws IllegalArgumentException for a segment that is empty or names a folder of its own or
   *     above
   */
  public RequestUrl with(String... segments) {
    StringBuilder longer = new StringBuilder(path);
    for (String segment : segments) {
      if (REFUSED.contains(segment)) {
        throw new IllegalArgumentException("A URL has no segment '" + segment + "'.");
      }
      longer.append('/').append(encoded(segment));
    }
    return new RequestUrl(base, longer.toString(), query);
  }

  /** The URL with a further parameter. */
  public RequestUrl withParameter(String name, Object value) {
    String parameter = encoded(name) + "=" + encoded(String.valueOf(value));
    return new RequestUrl(base, path, query.isEmpty() ? parameter : query + "&" + parameter);
  }

  /** Path below the base, for logs. */
  public String path() {
    return path;
  }

  @Override
  public String toString() {
    return base + (path.isEmpty() ? "/" : path) + (query.isEmpty() ? "" : "?" + query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%7E", "~");
  }
}
