package dev.tradewind.spi;

import io.vertx.core.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Route of the gateway that a plugin answers. A public one is below the name of the plugin, such as
 * {@code /stripe/hooks}; one for staff is below {@code /admin/}, at a path that the API does not
 * have. Bodies have the limit of the API.
 *
 * @param method such as {@code POST}
 * @param path segments in braces are parameters: {@code /admin/orders/stripe-payments/{order_id}}
 * @param permission that a member of staff needs, such as {@code orders:read}; null: public
 */
public record Route(
    String method,
    String path,
    @Nullable String permission,
    Function<RouteRequest, Future<RouteResponse>> handler) {

  /** Public route. */
  public static Route open(
      String method, String path, Function<RouteRequest, Future<RouteResponse>> handler) {
    return new Route(method, path, null, handler);
  }

  /** Route for staff with a permission. */
  public static Route staff(
      String method,
      String path,
      String permission,
      Function<RouteRequest, Future<RouteResponse>> handler) {
    return new Route(method, path, permission, handler);
  }
}
