package dev.tradewind.s3;

import dev.tradewind.spi.RequestUrl;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Client of an S3 store: signed requests, repeated after transient failures. */
final class S3Client {

  private static final int MAX_ATTEMPTS = 3;
  private static final long BACKOFF_MILLIS = 300;
  private static final int CONNECT_MILLIS = 5_000;
  private static final int IDLE_SECONDS = 60;
  private static final int MAX_CONNECTIONS = 16;

  /** Bytes whose hash an event loop may compute. */
  private static final int MAX_HASHED = 64 * 1024;

  private final Vertx vertx;
  private final S3Settings settings;
  private final S3Signer signer;
  private final HttpClient http;

  S3Client(Vertx vertx, S3Settings settings) {
    this.vertx = vertx;
    this.settings = settings;
    this.signer = new S3Signer(settings);
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout(CONNECT_MILLIS)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setDecompressionSupported(false),
            new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS));
  }

  /** Sends the request and reads the body of the successful response. */
  Future<Answer> send(S3Request request) {
    return onContext(() ->
        attempt(
            () ->
                respond(request)
                    .compose(response ->
                        response.body().map(body -> new Answer(response.getHeader("ETag"), body))),
            1));
  }

  /**
   * Response with its body.
   *
   * @param tag entity tag, or an empty text
   */
  record Answer(String tag, Buffer body) {

    Answer {
      tag = tag == null ? "" : tag;
    }
  }

  /** Sends the request; the body of the successful response is paused. */
  Future<HttpClientResponse> open(S3Request request) {
    return onContext(() -> attempt(() -> respond(request).onSuccess(HttpClientResponse::pause), 1));
  }

  /** From another thread, a response could end before anyone reads it. */
  private <T> Future<T> onContext(Supplier<Future<T>> call) {
    if (Vertx.currentContext() != null) {
      return call.get();
    }
    Promise<T> called = Promise.promise();
    vertx.runOnContext(start -> call.get().onComplete(called));
    return called.future();
  }

  URI presigned(S3Request request, Duration life) {
    return signer.presigned(request, life);
  }

  private <T> Future<T> attempt(Supplier<Future<T>> call, int number) {
    return call.get()
        .recover(failure -> {
          if (number < MAX_ATTEMPTS && S3Exception.isTransient(failure)) {
            return vertx
                .timer(BACKOFF_MILLIS << number)
                .compose(waited -> attempt(call, number + 1));
          }
          return Future.failedFuture(failure);
        });
  }

  private Future<HttpClientResponse> respond(S3Request request) {
    RequestUrl url = request.url(settings);
    return signed(request)
        .compose(headers -> {
          RequestOptions options =
              new RequestOptions()
                  .setAbsoluteURI(url.toString())
                  .setMethod(request.method())
                  .setFollowRedirects(false);
          headers.forEach(options::putHeader);
          return http.request(options);
        })
        .compose(sending -> sending.send(request.body()))
        .compose(response -> {
          if (response.statusCode() / 100 == 2) {
            return Future.succeededFuture(response);
          }
          return response
              .body()
              .compose(body ->
                  Future.failedFuture(S3Exception.of(request, response.statusCode(), body)));
        });
  }

  private Future<Map<String, String>> signed(S3Request request) {
    if (request.body().length() <= MAX_HASHED) {
      return Future.succeededFuture(signer.headers(request));
    }
    return vertx.executeBlocking(() -> signer.headers(request), false);
  }
}
