package dev.tradewind.spi;

import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Route of the gateway that a plugin answers, at a path that the API does not have. One for
 * shoppers is below the name of the plugin, such as {@code /stripe/hooks}, or below {@code
 * /store/}; one for staff is below {@code /admin/}. Bodies have the limit of the API. A GET route
 * also answers HEAD.
 *
 * @param method such as {@code POST}
 * @param path segments in braces are parameters: {@code /admin/orders/stripe-payments/{order_id}}
 * @param permission that a member of staff needs, such as {@code orders:read}; null: for shoppers
 * @param needsCustomer whether a shopper needs a login
 * @param openApi OpenAPI 3.1 document with this route, and with the others that have the same one;
 *     null: the route is not described, and its requests are not validated
 * @param replaces id of the operation of the API whose requests it answers; null: none
 */
public record Route(
    String method,
    String path,
    @Nullable String permission,
    boolean needsCustomer,
    @Nullable String replaces,
    @Nullable String openApi,
    Function<RouteRequest, Future<RouteResponse>> handler) {

  /** Public route. */
  public static Route open(
      String method, String path, Function<RouteRequest, Future<RouteResponse>> handler) {
    return new Route(method, path, null, false, null, null, handler);
  }

  /** Route for customers with a login; others get a 401. */
  public static Route customer(
      String method, String path, Function<RouteRequest, Future<RouteResponse>> handler) {
    return new Route(method, path, null, true, null, null, handler);
  }

  /** Route for staff with a permission. */
  public static Route staff(
      String method,
      String path,
      String permission,
      Function<RouteRequest, Future<RouteResponse>> handler) {
    return new Route(method, path, permission, false, null, null, handler);
  }

  /**
   * The same route in place of an operation of the API: it answers those requests of the operation
   * that have its path, over HTTP.
   */
  public Route replacing(String operationId) {
    return new Route(method, path, permission, needsCustomer, operationId, openApi, handler);
  }

  /**
   * The same route, described: it becomes part of the published documents and pages of the API, and
   * requests whose parameters or JSON body do not match are refused before the handler.
   *
   * @param document JSON or YAML with {@code paths}, and {@code components} if it needs some;
   *     references to those of the API are allowed
   */
  public Route describedBy(String document) {
    return new Route(method, path, permission, needsCustomer, replaces, document, handler);
  }

  /** The same route with another handler. */
  public Route answeredBy(Function<RouteRequest, Future<RouteResponse>> other) {
    return new Route(method, path, permission, needsCustomer, replaces, openApi, other);
  }
}
