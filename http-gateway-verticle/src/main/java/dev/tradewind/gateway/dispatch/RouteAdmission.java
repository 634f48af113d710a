package dev.tradewind.gateway.dispatch;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import org.jspecify.annotations.Nullable;

/** Admission of callers to routes beside the operations: those of plugins and of services. */
public final class RouteAdmission {

  private final GatewayContext gateway;
  private final StaffAccess access;

  public RouteAdmission(GatewayContext gateway) {
    this.gateway = gateway;
    this.access = new StaffAccess(gateway.config());
  }

  public StaffAccess access() {
    return access;
  }

  /** Whether a request may change something. */
  public static boolean isWrite(HttpMethod method) {
    return !method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD);
  }

  /**
   * Requires the caller to be one whom a route is for, and the write of a browser to come from a
   * page that may write.
   *
   * @param permission that staff need; null: the route is not for staff
   * @param needsCustomer whether a customer has to be signed in, as below {@code /store/me} always
   * @throws dev.tradewind.kernel.operation.Problem 401 or 403
   */
  public void require(
      RoutingContext context,
      Caller caller,
      ApiSurface surface,
      @Nullable String permission,
      boolean needsCustomer) {
    if (permission != null) {
      access.requireStaff(permission, caller);
    } else if ((needsCustomer || ApiSurface.isOfCustomer(context.normalizedPath()))
        && !caller.principal().isCustomer()) {
      throw Problem.unauthorized();
    }
    if (isWrite(context.request().method()) && CorsHandler.isByCookie(caller.principal())) {
      gateway
          .origins()
          .checkCookieWrite(
              context.request(), surface, gateway.forwarded().baseUrl(context.request()));
    }
  }
}
