package dev.tradewind.webhook;

import static dev.tradewind.testing.Futures.await;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Receiver of webhooks on this machine, which records requests and answers as it is told. */
public final class Receiver {

  /** Received request. */
  public record Received(MultiMap headers, Buffer body) {

    public JsonObject event() {
      return body.toJsonObject();
    }

    public String key() {
      return event().getString("partitionkey");
    }

    public String id() {
      return event().getString("id");
    }
  }

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile ToIntFunction<Received> status = request -> 200;

  private volatile @Nullable String retryAfter;

  public Receiver(Vertx vertx) {
    server = await(vertx.createHttpServer().requestHandler(this::receive).listen(0, "127.0.0.1"));
  }

  private void receive(HttpServerRequest request) {
    request
        .body()
        .onSuccess(body -> {
          Received one = new Received(request.headers(), body);
          received.add(one);
          if (retryAfter != null) {
            request.response().putHeader(HttpHeaders.RETRY_AFTER, retryAfter);
          }
          request.response().setStatusCode(status.applyAsInt(one)).end("answered");
        });
  }

  public Receiver answering(ToIntFunction<Received> statusOf) {
    status = statusOf;
    return this;
  }

  public Receiver askingToRetryAfter(String value) {
    retryAfter = value;
    return this;
  }

  public String url() {
    return "http://127.0.0.1:" + server.actualPort() + "/hooks?shop=north";
  }

  public List<Received> received() {
    return List.copyOf(received);
  }
}
