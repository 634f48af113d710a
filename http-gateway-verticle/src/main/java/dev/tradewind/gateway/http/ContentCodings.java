package dev.tradewind.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/** Negotiation of the content coding by {@code Accept-Encoding} (RFC 9110, section 12.5.3). */
public final class ContentCodings {

  public static final String GZIP = "gzip";

  private ContentCodings() {}

  /** Whether the client accepts gzip, by name or as any coding; a weight of zero refuses it. */
  public static boolean acceptsGzip(HttpServerRequest request) {
    boolean any = false;
    for (String list : request.headers().getAll(HttpHeaders.ACCEPT_ENCODING)) {
      for (String coding : list.toLowerCase(Locale.ROOT).replace(" ", "").split(",", -1)) {
        String[] parts = coding.split(";", 2);
        boolean isWanted = parts.length == 1 || !parts[1].matches("q=0(\\.0*)?");
        if (parts[0].equals(GZIP)) {
          return isWanted;
        }
        any |= parts[0].equals("*") && isWanted;
      }
    }
    return any;
  }
}
