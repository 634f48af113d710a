package dev.tradewind.gateway.http;

import dev.tradewind.gateway.validation.PercentDecoder;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.PlatformHandler;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * First handler of every request: assigns the request id, which every response carries, rejects a
 * path or query that cannot be decoded, and removes a trailing slash.
 */
public final class RequestIdHandler implements PlatformHandler {

  public static final String REQUEST_ID = "x-request-id";

  private static final String STARTED = "started";
  private static final String URI = "original-uri";

  private static final Pattern SANE_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  @Override
  public void handle(RoutingContext context) {
    String known = context.get(REQUEST_ID);
    String id = known == null ? requestId(context.request()) : known;
    if (known == null) {
      context.put(REQUEST_ID, id).put(STARTED, System.nanoTime()).put(URI, context.request().uri());
    }
    // Set again after a reroute, which clears the response headers.
    context.response().putHeader(REQUEST_ID, id);
    String path = context.request().path();
    String query = context.request().query();
    boolean isReadable =
        path != null
            && PercentDecoder.isWellFormed(path)
            && (query == null || PercentDecoder.isWellFormed(query));
    if (path == null || !isReadable) {
      context.fail(400);
    } else if (path.length() > 1 && path.endsWith("/")) {
      context.reroute(withoutTrailingSlashes(path, query));
    } else {
      context.next();
    }
  }

  /** The target of the request as the client has sent it, with slashes at the end of the path. */
  public static String originalUri(RoutingContext context) {
    String original = context.get(URI);
    return original == null ? context.request().uri() : original;
  }

  public static Duration sinceArrival(RoutingContext context) {
    Long started = context.get(STARTED);
    return started == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - started);
  }

  private static String withoutTrailingSlashes(String path, @Nullable String query) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    return query == null ? path.substring(0, end) : path.substring(0, end) + "?" + query;
  }

  /** The client's request id, if it is safe to write into logs and events. */
  static String requestId(HttpServerRequest request) {
    String value = request.getHeader(REQUEST_ID);
    return value != null && SANE_ID.matcher(value).matches() ? value : UUID.randomUUID().toString();
  }
}
