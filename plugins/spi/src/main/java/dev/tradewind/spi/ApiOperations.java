package dev.tradewind.spi;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Operations of the API, called by a route as its caller or as the plugin: with the login or role,
 * the rate limits of the caller's network, and the validation of a request.
 */
@FunctionalInterface
public interface ApiOperations {

  /**
   * Calls an operation; one whose requests a route replaces is the shop's own. Where an operation
   * takes an {@code Idempotency-Key}, the key of the route's request makes each call of it once, as
   * long as a repeated request makes the same calls in the same order. Uploads, logins and logouts
   * are not called, and a request by GET or HEAD calls reads alone.
   *
   * @param operationId such as {@code storeGetProduct}
   * @param parameters of the path, by name
   * @param query parameters by name
   * @param body null without one
   * @return status and body, of refusals too; fails with an {@link IllegalArgumentException} if
   *     there is no such operation, or it is not one to call
   */
  Future<RouteResponse> call(
      String operationId,
      Map<String, String> parameters,
      Map<String, String> query,
      @Nullable JsonObject body);
}
