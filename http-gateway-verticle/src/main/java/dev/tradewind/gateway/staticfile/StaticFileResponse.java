package dev.tradewind.gateway.staticfile;

import dev.tradewind.gateway.http.ContentCoding;
import dev.tradewind.gateway.http.EntityTags;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Response with a static file: conditional requests, content encoding and a single byte range (RFC
 * 9110, sections 12 to 14). A range is one of the plain content.
 */
public final class StaticFileResponse {

  private static final String IMMUTABLE = "public, max-age=31536000, immutable";
  private static final String REVALIDATED = "no-cache";
  private static final Set<ContentCoding> COMPRESSED = Set.of(ContentCoding.GZIP);
  private static final Pattern RANGE =
      Pattern.compile("bytes=(?:(?<from>\\d{1,18})-(?<to>\\d{0,18})|-(?<suffix>\\d{1,18}))");

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final StaticFile file;

  private StaticFileResponse(HttpServerRequest request, StaticFile file) {
    this.request = request;
    this.response = request.response();
    this.file = file;
  }

  public static void send(HttpServerRequest request, StaticFile file) {
    new StaticFileResponse(request, file).send();
  }

  /** Headers of a page: its content security policy; no other page shows it in a frame. */
  public static void protect(HttpServerResponse response, String policy) {
    response.putHeader("Content-Security-Policy", policy).putHeader("X-Frame-Options", "DENY");
  }

  private void send() {
    response
        .putHeader(HttpHeaders.CACHE_CONTROL, file.isImmutable() ? IMMUTABLE : REVALIDATED)
        .putHeader(HttpHeaders.ACCEPT_RANGES, "bytes");
    Buffer compressed = file.compressed();
    if (compressed != null) {
      response.putHeader(HttpHeaders.VARY, "Accept-Encoding");
    }
    String range = range();
    boolean sendsCompressed =
        compressed != null
            && range == null
            && ContentCoding.accepted(request, COMPRESSED).isPresent();
    response.putHeader(HttpHeaders.ETAG, file.etag(sendsCompressed));
    if (EntityTags.areKnown(request, file.etag(false), file.etag(true))) {
      response.setStatusCode(304).end();
      return;
    }
    response.putHeader(HttpHeaders.CONTENT_TYPE, file.contentType());
    if (range != null) {
      sendRange(range);
    } else if (compressed != null && sendsCompressed) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, ContentCoding.GZIP.label());
      sendBody(compressed);
    } else {
      sendBody(file.plain());
    }
  }

  private void sendRange(String range) {
    int length = file.plain().length();
    Matcher bounds = RANGE.matcher(range);
    if (!bounds.matches()) {
      sendBody(file.plain()); // Several ranges, and units of the future.
      return;
    }
    boolean isSuffix = bounds.group("suffix") != null;
    long from =
        isSuffix
            ? Math.max(length - Long.parseLong(bounds.group("suffix")), 0)
            : Long.parseLong(bounds.group("from"));
    long last =
        isSuffix || bounds.group("to").isEmpty()
            ? Long.MAX_VALUE
            : Long.parseLong(bounds.group("to"));
    if (last < from) {
      sendBody(file.plain()); // Malformed.
    } else if (from >= length) {
      response
          .setStatusCode(416)
          .putHeader(HttpHeaders.CONTENT_RANGE, "bytes */" + length)
          .putHeader(HttpHeaders.CONTENT_LENGTH, "0")
          .end();
    } else {
      long to = Math.min(last, length - 1L);
      response
          .setStatusCode(206)
          .putHeader(HttpHeaders.CONTENT_RANGE, "bytes " + from + "-" + to + "/" + length);
      sendBody(file.plain().slice((int) from, (int) to + 1));
    }
  }

  private void sendBody(Buffer body) {
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    if (request.method().equals(HttpMethod.HEAD)) {
      response.end();
    } else {
      response.end(body);
    }
  }

  /** The requested range; null if there is none, or one of another version of the file. */
  private @Nullable String range() {
    String range = request.getHeader("Range");
    String condition = request.getHeader("If-Range");
    boolean applies =
        request.method().equals(HttpMethod.GET)
            && (condition == null || condition.equals(file.etag(false)));
    return applies ? range : null;
  }
}
