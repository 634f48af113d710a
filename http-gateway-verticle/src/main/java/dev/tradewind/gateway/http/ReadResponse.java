package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Successful response of a read with its entity tag, or 304 without a body if the client has it
 * already; compressed if the client accepts that and the content may be compressed. Each coding has
 * a tag of its own, because a strong tag names bytes.
 */
public final class ReadResponse {

  /** Request header by which a client refuses compression, as the reference's. */
  public static final String NO_COMPRESSION = "x-no-compression";

  private static final int SMALLEST_COMPRESSED = 1024;

  private final CompressedBodies bodies;

  public ReadResponse(CompressedBodies bodies) {
    this.bodies = bodies;
  }

  /**
   * @param headers of the response, among them those that steer caches
   */
  public Future<Reply> of(
      RoutingContext context, Reply reply, Map<String, String> headers, boolean mayCompress) {
    HttpServerRequest request = context.request();
    Reply tagged = reply.withEntityTag();
    String plain = Objects.requireNonNull(tagged.entityTag());
    Optional<ContentCoding> coding =
        mayCompress
                && reply.body().length() >= SMALLEST_COMPRESSED
                && reply.contentType().equals(Reply.JSON)
                && !request.headers().contains(NO_COMPRESSION)
            ? ContentCoding.accepted(request, bodies.codings())
            : Optional.empty();
    String tag = coding.map(one -> EntityTags.inCoding(plain, one.label())).orElse(plain);
    Map<String, String> all = new LinkedHashMap<>(tagged.headers());
    all.putAll(headers);
    all.put(HttpHeaders.ETAG.toString(), tag);
    if (EntityTags.areKnown(request, tag)) {
      return Future.succeededFuture(new Reply(304, reply.contentType(), Buffer.buffer(), all));
    }
    if (coding.isEmpty()) {
      return Future.succeededFuture(reply.withHeaders(all));
    }
    all.put(HttpHeaders.CONTENT_ENCODING.toString(), coding.get().label());
    return bodies
        .compressed(context.vertx(), coding.get(), tag, reply.body())
        .map(body -> new Reply(reply.status(), reply.contentType(), body, all));
  }
}
