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

  /** Whether a client may repeat the request, because another one was in its way. */
  public boolean isConflict() {
    return status == 409 && text.contains("The request conflicted with another request");
  }

  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }
}
