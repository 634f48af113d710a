package dev.tradewind.spi;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Request of a plugin's route.
 *
 * @param caller at a route for shoppers {@code Shopper} or {@code Anonymous}, at one for staff
 *     {@code Staff}
 * @param salesChannelIds channels of the publishable key of the storefront; empty without one
 * @param parameters of the path, by name
 * @param headers by name, regardless of case, without credentials of the shop: a route has its
 *     {@code caller} instead. {@code Authorization} is there at a public route if it is none of the
 *     shop's
 * @param body as it was received, for signatures over it
 * @param operations of the API, called as the caller
 * @param ownOperations of the API, called as the plugin: those for staff as far as the role {@code
 *     plugin-NAME} of the operator's roles permits them, those for shoppers without a login
 * @param deadline when the client has a 504 (UTC)
 */
public record RouteRequest(
    RouteCaller caller,
    List<String> salesChannelIds,
    Map<String, String> parameters,
    MultiMap query,
    MultiMap headers,
    Buffer body,
    ApiOperations operations,
    ApiOperations ownOperations,
    Instant deadline) {

  private static final ApiOperations NONE =
      (operation, path, query, body) ->
          Future.failedFuture(new IllegalArgumentException("There is no operation " + operation));

  /** A request without a publishable key and without operations, as in tests of a plugin. */
  public RouteRequest(
      RouteCaller caller,
      Map<String, String> parameters,
      MultiMap query,
      MultiMap headers,
      Buffer body,
      Instant deadline) {
    this(caller, List.of(), parameters, query, headers, body, NONE, NONE, deadline);
  }
}
