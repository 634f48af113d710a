package dev.tradewind.acceptance.fuzz;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends what it is told to over one connection, however malformed. */
final class FuzzClient implements AutoCloseable {

  private static final long PATIENCE_SECONDS = 20;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setInternalBlockingPoolSize(1));
  private final HttpClient http;

  FuzzClient(String baseUrl) {
    URI address = URI.create(baseUrl);
    http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(address.getHost())
                .setDefaultPort(address.getPort()),
            new PoolOptions().setHttp1MaxSize(1));
  }

  FuzzAnswer send(FuzzRequest request)
      throws ExecutionException, InterruptedException, TimeoutException {
    long start = System.nanoTime();
    return http.request(
            new RequestOptions()
                .setMethod(HttpMethod.valueOf(request.method()))
                .setURI(request.target()))
        .compose(prepared -> exchange(prepared, request))
        .compose(response ->
            response
                .body()
                .map(body ->
                    new FuzzAnswer(
                        response.statusCode(),
                        response.getHeader("x-request-id"),
                        body.toString(),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))))
        .toCompletionStage()
        .toCompletableFuture()
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static Future<HttpClientResponse> exchange(
      HttpClientRequest prepared, FuzzRequest request) {
    request.headers().forEach(prepared::putHeader);
    return request.body() == null ? prepared.send() : prepared.send(request.body());
  }

  @Override
  public void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }
}
