package dev.tradewind.gateway.files;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.Upload;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Upload handler: streams uploaded files into their store. Multipart bodies are the only requests
 * that the gateway does not forward unchanged: they exceed the size of a message, so they are sent
 * in chunks, one at a time.
 */
public final class FileUploadHandler {

  /** Allowance for the parts of a multipart body beside the files. */
  private static final long OVERHEAD = 64 * 1024;

  private final FileClient files;
  private final @Nullable MalwareScanner scanner;
  private final GatewayConfig config;
  private final Clock clock;

  /**
   * @param scanner absent: files are not scanned for malware
   */
  public FileUploadHandler(
      FileClient files, @Nullable MalwareScanner scanner, GatewayConfig config, Clock clock) {
    this.files = files;
    this.scanner = scanner;
    this.config = config;
    this.clock = clock;
  }

  /** Reads the paused request and returns the input of the operation: its files. */
  public Future<JsonObject> receive(HttpServerRequest request, CallContext call, Upload kind) {
    if (request.isEnded() || !isMultipart(request)) {
      return Future.failedFuture(notAForm());
    }
    if (announcedLength(request) > config.uploadLimit() + OVERHEAD) {
      return Future.failedFuture(tooLarge());
    }
    Supplier<CallContext> renewed =
        () -> call.withDeadline(clock.instant().plus(config.requestTimeout()));
    MultipartUpload uploaded =
        new MultipartUpload(
            files,
            renewed,
            kind == Upload.PUBLIC,
            config.uploadLimit(),
            config.security().uploads().knownTypesOnly(),
            scanner);
    try {
      request.setExpectMultipart(true);
    } catch (IllegalStateException malformed) {
      return Future.failedFuture(notAForm());
    }
    return uploaded
        .receive(request)
        .recover(failure -> uploaded.abandon().transform(deleted -> Future.failedFuture(failure)));
  }

  /** Discards the rest of the request, so that the client reads the response. */
  public static void discardRest(HttpServerRequest request) {
    if (!request.isEnded()) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      request.handler(ignored -> {});
      request.resume();
    }
  }

  private static boolean isMultipart(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
  }

  private static long announcedLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException notANumber) {
      return 0;
    }
  }

  private static Problem notAForm() {
    return Problem.invalidData("The body must be sent as multipart/form-data");
  }

  static Problem tooLarge() {
    return Problem.tooLarge("The files are larger than an upload may be");
  }
}
