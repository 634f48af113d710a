package dev.tradewind.cart.operation;

import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.operation.SizeLimit;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Context of a cart: its origin, as the service saw it, and data of the storefront. */
final class CartOrigin {

  private static final String IP = "ip";
  private static final String USER_AGENT = "user_agent";

  private CartOrigin() {}

  /** Context of a new cart. */
  static JsonObject of(Request request) {
    JsonObject origin =
        new JsonObject()
            .put(IP, request.header("remote-address"))
            .put(USER_AGENT, request.header("user-agent"));
    return merged(origin, request.body().getJsonObject("context"));
  }

  /**
   * Context with the given keys merged into the present ones; the origin stays.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException if it grows beyond the limit
   */
  static JsonObject merged(JsonObject present, @Nullable JsonObject input) {
    JsonObject merged = present.copy();
    if (input != null) {
      merged.mergeIn(input);
    }
    return SizeLimit.METADATA.require("context", withOriginOf(present, merged));
  }

  /** The origin alone. */
  static JsonObject cleared(JsonObject present) {
    return withOriginOf(present, new JsonObject());
  }

  private static JsonObject withOriginOf(JsonObject present, JsonObject merged) {
    for (String key : List.of(IP, USER_AGENT)) {
      if (present.containsKey(key)) {
        merged.put(key, present.getValue(key));
      } else {
        merged.remove(key);
      }
    }
    return merged;
  }
}
