package dev.tradewind.acceptance;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;

/** What the shop answered. */
record Answer(int status, HttpHeaders headers, String text) {

  JsonObject body() {
    return new JsonObject(text);
  }

  JsonObject cart() {
    return body().getJsonObject("cart");
  }

  String header(String name) {
    return headers.firstValue(name).orElse("");
  }
}
