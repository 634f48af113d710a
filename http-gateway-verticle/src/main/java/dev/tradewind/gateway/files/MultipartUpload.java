package dev.tradewind.gateway.files;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.netty.handler.codec.DecoderException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerFileUpload;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Files of one upload while they are streamed into the store. */
final class MultipartUpload {

  private static final String FIELD = "files";
  private static final int MAX_FILES = 20;

  private final FileClient files;
  private final Supplier<CallContext> call;
  private final boolean isPublic;
  private final long limit;
  private final boolean knownTypesOnly;
  private final @Nullable MalwareScanner scanner;
  private final List<OneFile> all = new ArrayList<>();
  private final Promise<JsonObject> received = Promise.promise();
  private long bytes;

  /**
   * @param call creates a new context for each chunk, however long the whole takes
   * @param knownTypesOnly whether extension and media type must be of one known type
   * @param scanner absent: files are not scanned for malware
   */
  MultipartUpload(
      FileClient files,
      Supplier<CallContext> call,
      boolean isPublic,
      long limit,
      boolean knownTypesOnly,
      @Nullable MalwareScanner scanner) {
    this.files = files;
    this.call = call;
    this.isPublic = isPublic;
    this.limit = limit;
    this.knownTypesOnly = knownTypesOnly;
    this.scanner = scanner;
  }

  /** The input of the operation, once all files are stored. */
  Future<JsonObject> receive(HttpServerRequest request) {
    request
        .uploadHandler(this::begin)
        .exceptionHandler(failure -> received.tryFail(expected(failure)))
        .endHandler(end -> finish(request));
    request.resume();
    return received.future();
  }

  /** A body that cannot be decoded is the client's error; a lost connection is not an error. */
  private static Throwable expected(Throwable failure) {
    if (failure instanceof DecoderException) {
      return Problem.invalidData("The body cannot be read as multipart/form-data");
    }
    return failure;
  }

  private void begin(HttpServerFileUpload upload) {
    upload.handler(ignored -> {});
    if (received.future().isComplete()) {
      return; // The rest is read and discarded.
    }
    if (!upload.name().equals(FIELD)) {
      fail(Problem.invalidData("property " + upload.name() + " should not exist"));
    } else if (all.size() == MAX_FILES) {
      fail(Problem.invalidData(FIELD + " must contain no more than " + MAX_FILES + " elements"));
    } else {
      OneFile file = new OneFile(upload);
      all.add(file);
      file.receive();
    }
  }

  private void finish(HttpServerRequest request) {
    List<String> names = List.copyOf(request.formAttributes().names());
    if (!names.isEmpty()) {
      fail(Problem.invalidData("property " + names.getFirst() + " should not exist"));
    } else if (all.isEmpty()) {
      fail(Problem.invalidData(FIELD + " should not be empty"));
    } else {
      Future.all(all.stream().map(file -> file.stored.future()).toList())
          .map(stored ->
              new JsonObject()
                  .put(
                      FIELD,
                      new JsonArray(stored.<Draft>list().stream().map(Draft::toJson).toList())))
          .onSuccess(received::tryComplete)
          .onFailure(received::tryFail);
    }
  }

  private void fail(Problem problem) {
    received.tryFail(problem);
  }

  /** Deletes the files stored so far. */
  Future<Void> abandon() {
    return Future.join(all.stream().map(OneFile::abandon).toList()).mapEmpty();
  }

  /** One file of the upload. */
  private final class OneFile {

    private final HttpServerFileUpload upload;
    private final Promise<Draft> stored = Promise.promise();
    private Buffer pending = Buffer.buffer();

    /** The chunk being sent to the store; one at a time. */
    private Future<Void> sending = Future.succeededFuture();

    private @Nullable Draft draft;
    private int chunks;
    private @Nullable ContentCheck content;
    private MalwareScanner.@Nullable Scan scan;

    OneFile(HttpServerFileUpload upload) {
      this.upload = upload;
    }

    void receive() {
      stored.future().onFailure(received::tryFail);
      upload.handler(this::add).exceptionHandler(stored::tryFail).endHandler(end -> end());
      upload.pause();
      String type = Objects.requireNonNullElse(upload.contentType(), "");
      try {
        content = ContentCheck.of(upload.filename(), type, knownTypesOnly);
      } catch (Problem refused) {
        fail(refused);
        return;
      }
      sending =
          beginScan()
              .compose(started -> files.begin(call.get(), upload.filename(), type, isPublic))
              .onSuccess(started -> draft = started)
              .mapEmpty();
      sending.onSuccess(started -> upload.resume()).onFailure(this::fail);
    }

    private Future<Void> beginScan() {
      if (scanner == null) {
        return Future.succeededFuture();
      }
      return scanner.begin().onSuccess(started -> scan = started).mapEmpty();
    }

    private void add(Buffer more) {
      if (received.future().isComplete()) {
        return;
      }
      bytes += more.length();
      if (bytes > limit) {
        fail(FileUploadHandler.tooLarge());
        return;
      }
      if (!isOfItsType(check -> check.add(more))) {
        return;
      }
      pending.appendBuffer(more);
      if (pending.length() >= FileClient.CHUNK && sending.isComplete()) {
        upload.pause();
        sending = sendWhile(FileClient.CHUNK);
        sending.onSuccess(sent -> upload.resume()).onFailure(this::fail);
      }
    }

    /** Refuses content of another type than the declared one. */
    private boolean isOfItsType(Consumer<ContentCheck> check) {
      try {
        check.accept(Objects.requireNonNull(content));
        return true;
      } catch (Problem refused) {
        fail(refused);
        return false;
      }
    }

    /** The last chunks may still be in flight. */
    private void end() {
      if (stored.future().isComplete() || !isOfItsType(ContentCheck::end)) {
        return;
      }
      sending
          .compose(sent -> sendWhile(1))
          .compose(sent -> scan == null ? Future.succeededFuture() : scan.finish())
          .onSuccess(done -> stored.tryComplete(draft))
          .onFailure(this::fail);
    }

    /** Sends chunks while enough bytes are buffered. */
    private Future<Void> sendWhile(int atLeast) {
      if (pending.length() < atLeast) {
        return Future.succeededFuture();
      }
      int length = Math.min(pending.length(), FileClient.CHUNK);
      Buffer chunk = pending.getBuffer(0, length);
      pending = pending.getBuffer(length, pending.length());
      return scanned(chunk)
          .compose(
              scanned -> files.append(call.get(), Objects.requireNonNull(draft), chunks++, chunk))
          .compose(done -> sendWhile(atLeast));
    }

    private Future<Void> scanned(Buffer chunk) {
      return scan == null ? Future.succeededFuture() : scan.add(chunk);
    }

    private void fail(Throwable failure) {
      stored.tryFail(failure);
      upload.resume();
    }

    /** Deletes the file after the chunk in flight. */
    Future<Void> abandon() {
      return sending.transform(ended -> {
        if (scan != null) {
          scan.close();
        }
        Draft started = draft;
        return started == null ? Future.succeededFuture() : files.abandon(call.get(), started);
      });
    }
  }
}
