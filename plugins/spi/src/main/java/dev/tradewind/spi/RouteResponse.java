package dev.tradewind.spi;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/** Response of a plugin's route. */
public record RouteResponse(int status, String contentType, Buffer body) {

  public static RouteResponse text(int status, String text) {
    return new RouteResponse(status, "text/plain; charset=utf-8", Buffer.buffer(text));
  }

  public static RouteResponse json(int status, JsonObject body) {
    return new RouteResponse(status, "application/json; charset=utf-8", body.toBuffer());
  }
}
