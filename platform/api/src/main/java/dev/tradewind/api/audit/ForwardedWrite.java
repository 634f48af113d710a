package dev.tradewind.api.audit;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;

/**
 * Write of staff that the gateway forwards to a service of the shop.
 *
 * @param route method and path with its parameters' names
 * @param path of the request with the ids of resources alone
 */
public record ForwardedWrite(String route, String service, String path) {

  private static final RecordCodec<ForwardedWrite> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), ForwardedWrite.class);

  public static ForwardedWrite parse(JsonObject json) {
    return CODEC.read(json);
  }

  public JsonObject toJson() {
    return CODEC.write(this);
  }
}
