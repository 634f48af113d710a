package dev.tradewind.gateway.forward;

import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.PathTemplate;
import dev.tradewind.gateway.contract.RouteClaim;
import dev.tradewind.gateway.dispatch.RouteAdmission;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Route that a service of the shop answers.
 *
 * @param place in the file, for messages to the operator
 * @param methods GET includes HEAD
 * @param permission that staff need; null: the route is not for staff
 * @param replaces ids of the operations of the contract whose requests it answers
 * @param forwardsCredentials whether the service gets cookies and credentials of the shop
 * @param maxBody bytes of a request body
 * @param costly whether requests count among the costly ones of their client network; null: writes
 *     that anyone may send do
 */
record ForwardedRoute(
    String place,
    ForwardedService service,
    List<HttpMethod> methods,
    PathTemplate path,
    Callers callers,
    @Nullable String permission,
    Set<String> replaces,
    boolean forwardsCredentials,
    long maxBody,
    @Nullable Boolean costly) {

  /** Callers that are admitted. */
  enum Callers {
    ANYONE,
    CUSTOMER,
    STAFF
  }

  ForwardedRoute {
    methods = List.copyOf(methods);
    replaces = Set.copyOf(replaces);
  }

  RouteClaim<ForwardedRoute> claim() {
    return new RouteClaim<>(place, methods, path, replaces, this);
  }

  boolean isCostly(HttpMethod method) {
    if (costly != null) {
      return costly;
    }
    return callers == Callers.ANYONE && RouteAdmission.isWrite(method);
  }

  /** Surface whose credentials and origins apply. */
  ApiSurface surface() {
    return callers == Callers.STAFF ? ApiSurface.ADMIN : ApiSurface.STORE;
  }

  /** Name in metrics, logs and the audit log, without a path of a request. */
  String name(HttpMethod method) {
    return method + " " + path.text();
  }
}
