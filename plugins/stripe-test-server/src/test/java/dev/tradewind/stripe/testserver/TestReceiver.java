package dev.tradewind.stripe.testserver;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.stripe.testserver.webhook.WebhookSignature;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Receiver of webhooks that keeps them, and refuses as many as it is told. */
final class TestReceiver {

  record Received(String signature, String body) {

    JsonObject event() {
      return new JsonObject(body);
    }

    String type() {
      return event().getString("type");
    }
  }

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final AtomicInteger refusals = new AtomicInteger();
  private final HttpServer http;

  TestReceiver(Vertx vertx) {
    http =
        await(
            vertx
                .createHttpServer()
                .requestHandler(request ->
                    request
                        .body()
                        .onSuccess(body -> {
                          received.add(
                              new Received(
                                  request.getHeader(WebhookSignature.HEADER), body.toString()));
                          boolean isRefused =
                              refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
                          request.response().setStatusCode(isRefused ? 503 : 200).end();
                        }))
                .listen(0, "127.0.0.1"));
  }

  String url() {
    return "http://127.0.0.1:" + http.actualPort() + "/hooks";
  }

  void refuse(int deliveries) {
    refusals.set(deliveries);
  }

  List<Received> received() {
    return received;
  }

  List<String> types() {
    return received.stream().map(Received::type).toList();
  }

  Future<Void> close() {
    return http.close();
  }
}
