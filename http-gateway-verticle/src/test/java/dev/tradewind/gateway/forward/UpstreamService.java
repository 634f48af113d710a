package dev.tradewind.gateway.forward;

import static dev.tradewind.testing.Futures.await;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Service of a shop that answers as the last segment of the path says, by default 200. */
final class UpstreamService implements AutoCloseable {

  /** Request as it arrived. */
  record Received(String method, String uri, MultiMap headers, byte[] body) {}

  final List<Received> received = new CopyOnWriteArrayList<>();
  final AtomicInteger aborted = new AtomicInteger();
  final AtomicInteger begun = new AtomicInteger();
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final Map<String, Consumer<HttpServerRequest>> answers;

  /**
   * @param answers by the last segment of the path
   */
  UpstreamService(Map<String, Consumer<HttpServerRequest>> answers) {
    this.answers = answers;
    this.server =
        await(vertx.createHttpServer().requestHandler(this::receive).listen(0, "127.0.0.1"));
  }

  private void receive(HttpServerRequest request) {
    begun.incrementAndGet();
    HttpServerResponse response = request.response();
    response.closeHandler(closed -> {
      if (!response.ended()) {
        aborted.incrementAndGet();
      }
    });
    request
        .body()
        .onSuccess(body -> {
          received.add(
              new Received(
                  request.method().name(),
                  request.uri(),
                  MultiMap.caseInsensitiveMultiMap().addAll(request.headers()),
                  body.getBytes()));
          String last = request.path().substring(request.path().lastIndexOf('/') + 1);
          answers.getOrDefault(last, UpstreamService::greet).accept(request);
        });
  }

  static void greet(HttpServerRequest request) {
    request
        .response()
        .putHeader("content-type", "text/plain")
        .putHeader("content-length", "5")
        .end(Buffer.buffer("hello"));
  }

  Received last() {
    return received.getLast();
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
