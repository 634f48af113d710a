package dev.tradewind.gateway.proxy;

import dev.tradewind.gateway.dispatch.ForwardedHeaders;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Headers of a reverse proxy. Those of one connection (RFC 9110 section 7.6.1) do not pass. */
public final class ProxyHeaders {

  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /** Headers that frame a body; a client that names them in {@code Connection} keeps them. */
  private static final Set<String> FRAMING = Set.of("content-length", "content-type");

  /** Headers that a proxy writes itself, whichever the client has sent. */
  private static final Set<String> REPLACED =
      Set.of("host", "expect", "forwarded", "x-real-ip", "x-forwarded-proto", "x-forwarded-host");

  private ProxyHeaders() {}

  /** Copies the headers of a request, and tells the server who the client is. */
  public static void ofRequest(HttpServerRequest request, ForwardedHeaders client, MultiMap to) {
    copy(request.headers(), to, REPLACED);
    String remote = request.remoteAddress() == null ? "" : request.remoteAddress().hostAddress();
    String before = to.get("x-forwarded-for");
    to.set("x-forwarded-for", before == null ? remote : before + ", " + remote);
    String address = client.clientAddress(request);
    if (address != null) {
      to.set("x-real-ip", address);
    }
    URI base = URI.create(client.baseUrl(request));
    to.set("x-forwarded-proto", base.getScheme());
    to.set("x-forwarded-host", String.valueOf(base.getRawAuthority()));
  }

  /** The headers of an answer that pass. */
  public static MultiMap ofAnswer(MultiMap headers) {
    MultiMap passing = MultiMap.caseInsensitiveMultiMap();
    copy(headers, passing, Set.of());
    return passing;
  }

  private static void copy(MultiMap from, MultiMap to, Set<String> omitted) {
    Set<String> without = new HashSet<>(HOP_BY_HOP);
    without.addAll(omitted);
    for (String named : from.getAll(HttpHeaders.CONNECTION)) {
      Arrays.stream(named.split(",", -1))
          .map(name -> name.strip().toLowerCase(Locale.ROOT))
          .filter(name -> !FRAMING.contains(name))
          .forEach(without::add);
    }
    from.forEach((name, value) -> {
      if (!without.contains(name.toLowerCase(Locale.ROOT))) {
        to.add(name, value);
      }
    });
  }
}
