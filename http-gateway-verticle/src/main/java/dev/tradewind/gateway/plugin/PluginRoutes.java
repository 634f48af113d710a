package dev.tradewind.gateway.plugin;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.StaffAccess;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteCaller;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Routes of plugins: public ones below the name of the plugin, and ones for staff at paths below
 * {@code /admin/} that the API does not have.
 */
public final class PluginRoutes implements Pages {

  /** First segments of the paths that the gateway serves itself. */
  private static final Set<String> RESERVED =
      Set.of("store", "admin", "app", "docs", "openapi", "health", "files", "uploads", "metrics");

  private final Map<String, List<Route>> routes;
  private final GatewayContext gateway;
  private final StaffAccess access;

  /**
   * @param routes by the name of the plugin
   */
  public PluginRoutes(Map<String, List<Route>> routes, GatewayContext gateway) {
    this.routes = routes;
    this.gateway = gateway;
    this.access = new StaffAccess(gateway.config());
  }

  /**
   * @throws IllegalArgumentException if a route is not where plugins may have routes
   */
  @Override
  public void mount(Router router) {
    routes.forEach((plugin, all) -> all.forEach(route -> mount(router, plugin, route)));
  }

  private void mount(Router router, String plugin, Route route) {
    require(gateway.contract(), plugin, route);
    String path = route.path().replaceAll("\\{(\\w+)}", ":$1");
    router
        .route(HttpMethod.valueOf(route.method()), path)
        .handler(context -> answer(context, plugin, route));
  }

  private static void require(Contract contract, String plugin, Route route) {
    String root = route.permission() == null ? "/" + plugin + "/" : "/admin/";
    boolean isOfContract =
        contract.operations().stream()
            .anyMatch(operation ->
                operation.method().name().equals(route.method())
                    && operation.path().equals(route.path()));
    if (RESERVED.contains(plugin) || !route.path().startsWith(root) || isOfContract) {
      throw new IllegalArgumentException(
          "The plugin %s cannot have the route %s %s: public routes of a plugin are below %s, those"
                  .formatted(plugin, route.method(), route.path(), "/" + plugin + "/")
              + " for staff below /admin/ at paths that the API does not have, and no plugin has the"
              + " name of a path of the shop.");
    }
  }

  private void answer(RoutingContext context, String plugin, Route route) {
    CallContext call = gateway.calls().of(context);
    admitted(context, route, call)
        .compose(caller ->
            route
                .handler()
                .apply(request(context, route, caller, call))
                .timeout(gateway.config().requestTimeout().toMillis(), TimeUnit.MILLISECONDS))
        .map(PluginRoutes::reply)
        .otherwise(failure -> Reply.problem(problem(context, plugin, failure)))
        .map(AnswerStep.of(reply -> HttpResponses.send(context.response(), reply)))
        .onFailure(context::fail);
  }

  /** The caller of a route; refused are staff without its permission, and forged writes. */
  private Future<Caller> admitted(RoutingContext context, Route route, CallContext call) {
    ApiSurface surface = route.permission() == null ? ApiSurface.STORE : ApiSurface.ADMIN;
    return gateway
        .authenticator()
        .caller(context.request(), surface, call)
        .map(caller -> {
          if (route.permission() != null) {
            access.requireStaff(route.permission(), caller);
          }
          HttpServerRequest request = context.request();
          if (!request.method().equals(HttpMethod.GET)
              && CorsHandler.isByCookie(caller.principal())) {
            gateway
                .origins()
                .checkCookieWrite(request, surface, gateway.forwarded().baseUrl(request));
          }
          return caller;
        });
  }

  private static RouteRequest request(
      RoutingContext context, Route route, Caller caller, CallContext call) {
    Buffer body = context.body().buffer();
    boolean isForPlugin = route.permission() == null && !caller.principal().isCustomer();
    return new RouteRequest(
        shown(caller),
        context.pathParams(),
        context.queryParams(),
        Credentials.without(context.request().headers(), isForPlugin),
        body == null ? Buffer.buffer() : body,
        call.deadline());
  }

  private static RouteCaller shown(Caller caller) {
    String id = caller.principal().id();
    if (id == null) {
      return new RouteCaller.Anonymous();
    }
    if (caller.principal().isUser()) {
      return new RouteCaller.Staff(id, caller.role());
    }
    return new RouteCaller.Shopper(id);
  }

  private static Reply reply(RouteResponse response) {
    return new Reply(response.status(), response.contentType(), response.body(), Map.of());
  }

  private static Problem problem(RoutingContext context, String plugin, Throwable failure) {
    if (failure instanceof TimeoutException) {
      return Problem.timedOut("The plugin " + plugin + " did not answer in time. Please retry.");
    }
    return HttpResponses.problem(context, "a route of the plugin " + plugin, failure);
  }
}
