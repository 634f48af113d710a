package dev.tradewind.acceptance;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpHeaders;

/** HTTP response of the shop. */
public record Answer(int status, HttpHeaders headers, String text) {

  public JsonObject body() {
    return new JsonObject(text);
  }

  public JsonObject cart() {
    return body().getJsonObject("cart");
  }

  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }
}
