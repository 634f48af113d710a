package dev.tradewind.cart.operation;

import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.operation.SizeLimit;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Context of a cart: the origin of the request that created it, and data of the storefront. A
 * storefront that renders on its own server names its shopper's address and browser itself; rate
 * limits and logs use those of the connection.
 */
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
   * Context with the given keys merged into the present ones.
   *
   * @throws dev.tradewind.kernel.operation.Problem if it grows beyond the limit
   */
  static JsonObject merged(JsonObject current, @Nullable JsonObject input) {
    JsonObject merged = current.copy();
    if (input != null) {
      merged.mergeIn(input);
    }
    return SizeLimit.METADATA.require("context", merged);
  }

  /** The origin alone. */
  static JsonObject cleared(JsonObject current) {
    JsonObject origin = current.copy();
    origin.getMap().keySet().retainAll(Set.of(IP, USER_AGENT));
    return origin;
  }
}
