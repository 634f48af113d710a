package dev.tradewind.acceptance.movein;

import static dev.tradewind.testing.Futures.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Server in the place of a Medusa v1 server: it answers as a shop does, with another tax rate if a
 * test plants one.
 */
final class V1Server implements AutoCloseable {

  /** Answers with the head of the request and the length of its body. */
  static final String ECHO = "/custom/echo";

  /** Sends as many bytes as its query says, in chunks. */
  static final String BYTES = "/custom/bytes";

  private final HttpClient client;
  private final HttpServer server;
  private final String shop;
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger reads = new AtomicInteger();
  private volatile Integer taxRate;

  private V1Server(Vertx vertx, String shop) {
    this.shop = shop;
    client =
        vertx.createHttpClient(
            new HttpClientOptions().setKeepAliveTimeout(60), new PoolOptions().setHttp1MaxSize(64));
    server = await(vertx.createHttpServer().requestHandler(this::handle).listen(0, "127.0.0.1"));
  }

  /** Starts a server before the shop at the URL. */
  static V1Server before(Vertx vertx, String shop) {
    return new V1Server(vertx, shop);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  /** Shows that tax rate for each region. */
  void plantTaxRate(Integer rate) {
    taxRate = rate;
  }

  /** Writes that came here so far. */
  int writes() {
    return writes.get();
  }

  /** Reads that came here so far. */
  int reads() {
    return reads.get();
  }

  private void handle(HttpServerRequest request) {
    request
        .body()
        .onSuccess(body -> {
          switch (request.path()) {
            case ECHO -> echo(request, body);
            case BYTES -> bytes(request);
            default -> forward(request, body);
          }
        });
  }

  private static void echo(HttpServerRequest request, Buffer body) {
    JsonObject headers = new JsonObject();
    request.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    List.of("one=1; Path=/", "two=2; Path=/")
        .forEach(cookie -> request.response().headers().add("set-cookie", cookie));
    request
        .response()
        .setStatusCode(201)
        .putHeader("x-custom", "kept")
        .putHeader("content-type", "application/json")
        .end(
            new JsonObject()
                .put("method", request.method().name())
                .put("uri", request.uri())
                .put("length", body.length())
                .put("headers", headers)
                .toBuffer());
  }

  private static void bytes(HttpServerRequest request) {
    int rest = Integer.parseInt(request.query());
    request.response().setChunked(true);
    for (; rest > 0; rest -= 64 * 1024) {
      request.response().write(Buffer.buffer(new byte[Math.min(rest, 64 * 1024)]));
    }
    request.response().end();
  }

  private void forward(HttpServerRequest request, Buffer body) {
    if (!request.method().name().equals("GET")) {
      writes.incrementAndGet();
    } else {
      reads.incrementAndGet();
    }
    client
        .request(
            new RequestOptions().setAbsoluteURI(shop + request.uri()).setMethod(request.method()))
        .compose(passed -> {
          request
              .headers()
              .forEach((name, value) -> {
                if (!name.equalsIgnoreCase("host") && !name.equalsIgnoreCase("transfer-encoding")) {
                  passed.putHeader(name, value);
                }
              });
          return passed.send(body);
        })
        .compose(answer ->
            answer
                .body()
                .compose(content -> {
                  request.response().setStatusCode(answer.statusCode());
                  answer
                      .headers()
                      .forEach((name, value) -> {
                        if (!name.equalsIgnoreCase("content-length")) {
                          request.response().headers().add(name, value);
                        }
                      });
                  return request.response().end(planted(content));
                }))
        .onFailure(failure -> request.response().setStatusCode(500).end(failure.toString()));
  }

  private Buffer planted(Buffer content) {
    Integer rate = taxRate;
    return rate == null
        ? content
        : Buffer.buffer(
            content.toString().replaceAll("\"tax_rate\":[0-9.]+", "\"tax_rate\":" + rate));
  }

  @Override
  public void close() {
    await(server.close());
    await(client.close());
  }
}
