package dev.tradewind.stripe.testserver.http;

import dev.tradewind.stripe.testserver.state.StripeError;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Response with its own headers, beside those that every response has. */
record Answer(int status, String contentType, String body, Map<String, String> headers) {

  private static final String JSON = "application/json";

  static Answer ok(JsonObject body) {
    return new Answer(200, JSON, body.encodePrettily(), Map.of());
  }

  static Answer of(StripeError refusal) {
    String body = new JsonObject().put("error", refusal.error()).encodePrettily();
    return new Answer(refusal.status(), JSON, body, Map.of());
  }

  static Answer html(int status, String body) {
    return new Answer(status, "text/html; charset=utf-8", body, Map.of());
  }

  Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, contentType, body, more);
  }
}
