package dev.tradewind.gateway.http;

import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Successful response of a read with its entity tag, or 304 without a body if the client has it
 * already; compressed if the client accepts that and the content may be compressed. Each coding has
 * a tag of its own, because a strong tag names bytes. The owner of the operation need not send a
 * content that the client has, or this node.
 */
public final class ReadResponse {

  /** Request header by which a client refuses compression, as the reference's. */
  public static final String NO_COMPRESSION = "x-no-compression";

  private static final int MIN_COMPRESSED = 1024;

  private static final Set<String> COMPRESSIBLE =
      Set.of(Reply.JSON, "text/html; charset=utf-8", "application/xml; charset=utf-8");

  /** Tags in a message; a browser sends one. */
  private static final int MAX_TAGS = 4;

  private final ResponseBodies bodies;
  private final RoutingContext context;
  private final Optional<ContentCoding> coding;
  private final @Nullable String request;
  private final ResponseBodies.@Nullable Known last;

  /**
   * @param request all of a request that decides about its public response; absent if the response
   *     is not public
   */
  public ReadResponse(
      ResponseBodies bodies,
      RoutingContext context,
      boolean mayCompress,
      @Nullable String request) {
    this.bodies = bodies;
    this.context = context;
    this.coding =
        mayCompress && !context.request().headers().contains(NO_COMPRESSION)
            ? ContentCoding.accepted(context.request(), bodies.codings())
            : Optional.empty();
    this.request = request;
    this.last = request == null ? null : bodies.last(request, coding);
  }

  /** Entity tags of the contents that the client or this node has in the form to be sent. */
  public List<String> knownTags() {
    Stream<String> ofClient = EntityTags.knownIn(coding, context.request());
    return (last == null ? ofClient : Stream.concat(Stream.of(last.tag()), ofClient))
        .filter(Reply::isEntityTag)
        .distinct()
        .limit(MAX_TAGS)
        .toList();
  }

  /**
   * @param reply of the owner; not modified if its tag is a known one
   * @param headers of the response, among them those that steer caches
   */
  public Future<Reply> of(Reply reply, Map<String, String> headers) {
    Reply tagged = reply.withEntityTag();
    String plain = Objects.requireNonNull(tagged.entityTag());
    Optional<ContentCoding> sent =
        reply.isNotModified()
                || (reply.body().length() >= MIN_COMPRESSED
                    && COMPRESSIBLE.contains(reply.contentType()))
            ? coding
            : Optional.empty();
    String tag = EntityTags.in(sent, plain);
    Map<String, String> all = new LinkedHashMap<>(tagged.headers());
    all.putAll(headers);
    all.put(HttpHeaders.ETAG.toString(), tag);
    HttpServerRequest read = context.request();
    if (EntityTags.areKnown(read, tag)) {
      return Future.succeededFuture(
          new Reply(Reply.NOT_MODIFIED, reply.contentType(), Buffer.buffer(), all));
    }
    sent.ifPresent(one -> all.put(HttpHeaders.CONTENT_ENCODING.toString(), one.label()));
    return body(reply, plain, sent).map(body -> new Reply(200, reply.contentType(), body, all));
  }

  private Future<Buffer> body(Reply reply, String tag, Optional<ContentCoding> sent) {
    if (reply.isNotModified()) {
      if (last != null && last.tag().equals(tag)) {
        return Future.succeededFuture(last.body());
      }
      return Future.failedFuture("A response without a body has the unknown tag " + tag);
    }
    if (sent.isPresent()) {
      return bodies.compressed(context.vertx(), sent.get(), request, tag, reply.body());
    }
    if (request != null && reply.body().length() >= MIN_COMPRESSED) {
      bodies.keep(request, tag, reply.body());
    }
    return Future.succeededFuture(reply.body());
  }
}
