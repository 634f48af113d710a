package dev.tradewind.gateway.files;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileClient.Readable;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.gateway.http.EntityTags;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.RequestIdHandler;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Download handler of signed links: streams a file chunk by chunk, with backpressure. No operation
 * could: its reply is one message.
 */
public final class FileDownloadHandler {

  private static final Logger LOG = LoggerFactory.getLogger(FileDownloadHandler.class);

  /**
   * Media types that a browser may display; any other file could be a page that acts in the shop's
   * name.
   */
  private static final Set<String> SHOWN =
      Set.of("image/png", "image/jpeg", "image/gif", "image/webp", "image/avif");

  private static final String POLICY =
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

  private static final String PRIVATE = "private, max-age=300";

  /** In place of a size that the image has not, or not yet. */
  private static final String FOR_MINUTES = "public, max-age=300";

  /** The content of a key never changes; links to public files never end. */
  private static final String FOR_EVER = "public, max-age=31536000, immutable";

  private final FileClient files;
  private final CallContexts calls;
  private final GatewayConfig config;
  private final Clock clock;

  public FileDownloadHandler(
      FileClient files, CallContexts calls, GatewayConfig config, Clock clock) {
    this.files = files;
    this.calls = calls;
    this.config = config;
    this.clock = clock;
  }

  public void mount(Router router) {
    router.get("/files/:signed").handler(this::download);
    router.head("/files/:signed").handler(this::download);
    for (int width : FileClient.IMAGE_WIDTHS) {
      String size = "/files/:signed/" + width + ".jpg";
      router.get(size).handler(context -> downloadSize(context, width));
      router.head(size).handler(context -> downloadSize(context, width));
    }
  }

  private void download(RoutingContext context) {
    CallContext call = calls.of(context);
    answer(context, call, files.open(call, context.pathParam("signed")), null);
  }

  private void downloadSize(RoutingContext context, int width) {
    CallContext call = calls.of(context);
    answer(context, call, files.open(call, context.pathParam("signed"), width), width);
  }

  private void answer(
      RoutingContext context, CallContext call, Future<Readable> opened, @Nullable Integer asked) {
    opened
        .map(AnswerStep.of(file -> send(context, call, new Download(file, asked))))
        .onFailure(failure -> refuse(context, failure));
  }

  private static void refuse(RoutingContext context, Throwable failure) {
    HttpResponses.problem(context, HttpResponses.problem(context, "A download", failure));
  }

  /**
   * Answer to a download.
   *
   * @param askedWidth width of the size that was asked for; absent: the file itself
   */
  private record Download(Readable file, @Nullable Integer askedWidth) {

    /** The content of a key is written once. */
    String entityTag() {
      return '"' + file.key() + '"';
    }

    String caching() {
      if (file.width() != null) {
        return FOR_EVER;
      }
      if (!Boolean.TRUE.equals(file.isPublic())) {
        return PRIVATE;
      }
      return askedWidth == null ? FOR_EVER : FOR_MINUTES;
    }
  }

  private static void describe(HttpServerResponse response, Download download) {
    Readable file = download.file();
    String document = SHOWN.contains(file.contentType()) ? "inline" : "attachment";
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, withCharset(file.contentType()))
        .putHeader(HttpHeaders.CONTENT_LENGTH, Long.toString(file.size()))
        .putHeader("Content-Disposition", document + "; filename=\"" + file.name() + "\"")
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader(HttpHeaders.ETAG, download.entityTag())
        .putHeader(HttpHeaders.CACHE_CONTROL, download.caching());
  }

  private void send(RoutingContext context, CallContext call, Download download) {
    HttpServerResponse response = context.response();
    Readable file = download.file();
    if (EntityTags.areKnown(context.request(), download.entityTag())) {
      response
          .setStatusCode(304)
          .putHeader(HttpHeaders.ETAG, download.entityTag())
          .putHeader(HttpHeaders.CACHE_CONTROL, download.caching())
          .end();
      return;
    }
    if (file.chunks() == 0 || context.request().method().equals(HttpMethod.HEAD)) {
      describe(response, download);
      response.end();
      return;
    }
    Promise<Void> taken = Promise.promise();
    sendFrom(0, response, call, download, taken);
    taken
        .future()
        .compose(sent -> response.end())
        .onFailure(failure -> {
          if (!response.headWritten()) {
            refuse(context, failure);
            return;
          }
          String requestId = context.get(RequestIdHandler.REQUEST_ID);
          LOG.info(
              "Streaming the download of request {} failed: {}", requestId, failure.toString());
          // The content length has been sent; only a reset connection reports the failure.
          context.request().connection().close();
        });
  }

  /** Exports are UTF-8, and uploaded text is read as such; a declared charset is kept. */
  private static String withCharset(String contentType) {
    String type = contentType.toLowerCase(Locale.ROOT);
    String essence = type.split(";", 2)[0].strip();
    boolean isText =
        essence.startsWith("text/") || essence.endsWith("/xml") || essence.endsWith("+xml");
    return isText && !type.contains("charset=") ? contentType + "; charset=utf-8" : contentType;
  }

  /**
   * The next chunk is read when the client has received the last one; the headers wait for the
   * first, which a storage may fail to give.
   */
  private void sendFrom(
      int number,
      HttpServerResponse response,
      CallContext call,
      Download download,
      Promise<Void> taken) {
    if (number == download.file().chunks()) {
      taken.complete();
      return;
    }
    CallContext renewed = call.withDeadline(clock.instant().plus(config.requestTimeout()));
    files
        .read(renewed, download.file(), number)
        .compose(chunk -> {
          if (number == 0) {
            describe(response, download);
          }
          return response.write(chunk);
        })
        .map(AnswerStep.of(written -> sendFrom(number + 1, response, call, download, taken)))
        .onFailure(taken::fail);
  }
}
