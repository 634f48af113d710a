package dev.tradewind.gateway.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Content coding of a response (RFC 9110, section 8.4.1), in the order of preference, and its
 * negotiation by {@code Accept-Encoding} (section 12.5.3).
 */
public enum ContentCoding {
  ZSTD {
    @Override
    Buffer compress(Buffer content) {
      return Zstandard.compress(content);
    }
  },
  GZIP {
    @Override
    Buffer compress(Buffer content) {
      return Gzip.compress(content, GZIP_LEVEL);
    }
  };

  /** Below the default level: changing content is compressed again and again. */
  private static final int GZIP_LEVEL = 4;

  private static final String ANY = "*";
  private static final String IDENTITY = "identity";
  private static final Pattern ELEMENT =
      Pattern.compile("([^;\\s]+)(?:\\s*;\\s*q=([01](?:\\.\\d{0,3})?))?");

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Registered name of the coding. */
  public String label() {
    return label;
  }

  abstract Buffer compress(Buffer content);

  /** The codings that this machine offers, the preferred one first. */
  static List<ContentCoding> offered() {
    return Zstandard.isAvailable() ? List.of(ZSTD, GZIP) : List.of(GZIP);
  }

  /**
   * The coding with the highest weight for the client, of equal ones the preferred one; none if the
   * client accepts none of them, or prefers the plain content by name. Any coding, {@code *}, is
   * gzip: each client that says so decodes gzip, and not each one zstd.
   */
  public static Optional<ContentCoding> accepted(
      HttpServerRequest request, Collection<ContentCoding> offered) {
    List<String> lists = request.headers().getAll(HttpHeaders.ACCEPT_ENCODING);
    if (lists.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Double> weights = weights(lists);
    ContentCoding best = null;
    double most = weights.getOrDefault(IDENTITY, 0.0);
    for (ContentCoding coding : offered) {
      double weight = weights.getOrDefault(coding.label, coding == GZIP ? any(weights) : 0.0);
      if (weight > 0 && (weight > most || best == null && weight == most)) {
        best = coding;
        most = weight;
      }
    }
    return Optional.ofNullable(best);
  }

  private static double any(Map<String, Double> weights) {
    return weights.getOrDefault(ANY, 0.0);
  }

  /** The weights by name, of which one that is malformed counts as none. */
  private static Map<String, Double> weights(List<String> lists) {
    Map<String, Double> weights = new HashMap<>();
    for (String element : String.join(",", lists).toLowerCase(Locale.ROOT).split(",", -1)) {
      Matcher coding = ELEMENT.matcher(element.strip());
      if (coding.matches()) {
        String weight = coding.group(2);
        weights.putIfAbsent(coding.group(1), weight == null ? 1.0 : Double.parseDouble(weight));
      }
    }
    return weights;
  }
}
