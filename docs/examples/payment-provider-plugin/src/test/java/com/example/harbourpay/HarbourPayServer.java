package com.example.harbourpay;

import dev.tradewind.spi.testing.Money;
import dev.tradewind.spi.testing.ServiceFault;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Test double of the service: its API with the money in memory, and with faults. */
public final class HarbourPayServer {

  static final String API_KEY = "key-of-the-test";

  /** Answer to a request; kept by its idempotency key. */
  private record Answer(int status, JsonObject body) {}

  private final HttpServer http;
  private final Map<String, Answer> answers = new HashMap<>();
  private final Map<String, JsonObject> payments = new HashMap<>();
  private ServiceFault fault;

  private HarbourPayServer(HttpServer http) {
    this.http = http;
  }

  /** Starts on a port; 0 for a free one. */
  static Future<HarbourPayServer> start(Vertx vertx, int port) {
    HarbourPayServer server = new HarbourPayServer(vertx.createHttpServer());
    return server.http.requestHandler(server::handle).listen(port, "127.0.0.1").map(server);
  }

  /** Runs it until the process ends, for demonstrations: the argument is the port. */
  public static void main(String[] arguments) {
    start(Vertx.vertx(), Integer.parseInt(arguments[0]))
        .onSuccess(server -> System.out.println("HarbourPay listens on " + server.url()))
        .onFailure(failure -> System.exit(1));
  }

  String url() {
    return "http://127.0.0.1:" + http.actualPort();
  }

  synchronized void disturb(ServiceFault next) {
    fault = next;
  }

  synchronized void restore() {
    fault = null;
  }

  /** Notice that the service sends about a payment as it is now. */
  synchronized JsonObject notice(String paymentId) {
    String fact = payments.get(paymentId).encode();
    return new JsonObject()
        .put("id", "notice_" + UUID.nameUUIDFromBytes(fact.getBytes(StandardCharsets.UTF_8)))
        .put("payment", paymentId);
  }

  synchronized Money money(String paymentId) {
    JsonObject payment = payments.get(paymentId);
    return payment == null
        ? Money.NONE
        : new Money(
            payment.getLong("held"), payment.getLong("captured"), payment.getLong("refunded"));
  }

  private void handle(HttpServerRequest request) {
    if (!("Bearer " + API_KEY).equals(request.getHeader("Authorization"))) {
      request.response().setStatusCode(401).end();
      return;
    }
    request
        .body()
        .onSuccess(body ->
            respond(
                request,
                body.length() == 0 ? new JsonObject() : body.toJsonObject(),
                request.path().substring(1).split("/")));
  }

  private synchronized void respond(HttpServerRequest request, JsonObject body, String[] path) {
    if (request.method() == HttpMethod.GET) {
      send(request, read(path));
      return;
    }
    if (fault == ServiceFault.REQUEST_LOST) {
      request.connection().close();
      return;
    }
    String key = request.getHeader("Idempotency-Key");
    Answer answer = answers.get(key);
    if (answer == null) {
      answer = change(path, body, key);
      answers.put(key, answer);
    }
    if (fault == ServiceFault.ANSWER_LOST) {
      request.connection().close();
    } else if (fault != ServiceFault.ANSWER_DELAYED) {
      send(request, answer);
    }
  }

  private static void send(HttpServerRequest request, Answer answer) {
    request
        .response()
        .setStatusCode(answer.status())
        .putHeader("Content-Type", "application/json")
        .end(answer.body().toBuffer());
  }

  private Answer read(String[] path) {
    return switch (path[0]) {
      case "ping" -> new Answer(200, new JsonObject());
      case "payments" -> found(payments.get(path[1]));
      case "keys" -> found(payments.get("pay_" + path[1]));
      default -> found(null);
    };
  }

  private static Answer found(JsonObject payment) {
    return payment == null
        ? new Answer(404, new JsonObject())
        : new Answer(200, payment.copy());
  }

  private Answer change(String[] path, JsonObject body, String key) {
    if (path[0].equals("customers")) {
      return new Answer(200, new JsonObject().put("id", "customer_" + key));
    }
    return path.length == 1 ? authorize(body, key) : move(path[1], path[2], body);
  }

  private Answer authorize(JsonObject body, String key) {
    boolean isDeclined = body.getString("token").equals("tok_declined");
    JsonObject payment =
        new JsonObject()
            .put("id", "pay_" + key)
            .put("status", isDeclined ? "declined" : "authorized")
            .put("resource", body.getString("resource"))
            .put("amount", body.getLong("amount"))
            .put("currency", body.getString("currency"))
            .put("refunds", new JsonArray())
            .put("held", isDeclined ? 0L : body.getLong("amount"))
            .put("captured", 0L)
            .put("refunded", 0L);
    payments.put(payment.getString("id"), payment);
    return found(payment);
  }

  private Answer move(String id, String change, JsonObject body) {
    JsonObject payment = payments.get(id);
    if (payment == null) {
      return found(null);
    }
    long amount = body.getLong("amount");
    long held = payment.getLong("held");
    long captured = payment.getLong("captured");
    long refunded = payment.getLong("refunded");
    switch (change) {
      case "captures" -> {
        if (amount > held) {
          return refused("Only " + held + " can be captured.");
        }
        // The rest is released.
        payment.put("status", "captured").put("captured", amount).put("held", 0L);
      }
      case "refunds" -> {
        if (refunded + amount > captured) {
          return refused("Only " + (captured - refunded) + " can be refunded.");
        }
        payment.put("refunded", refunded + amount);
        payment
            .getJsonArray("refunds")
            .add(
                new JsonObject()
                    .put("id", "refund_" + body.getString("reference"))
                    .put("amount", amount)
                    .put("reference", body.getString("reference")));
      }
      case "releases" -> {
        if (captured > 0) {
          return refused("The payment is captured.");
        }
        payment.put("status", "released").put("held", 0L);
      }
      default -> throw new IllegalArgumentException(change);
    }
    return found(payment);
  }

  private static Answer refused(String message) {
    return new Answer(422, new JsonObject().put("message", message));
  }
}
