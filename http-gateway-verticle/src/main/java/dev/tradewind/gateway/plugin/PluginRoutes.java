package dev.tradewind.gateway.plugin;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.auth.Credentials;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.PathTemplate;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.gateway.contract.RouteClaim;
import dev.tradewind.gateway.contract.RouteTable;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.RouteAdmission;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.JsonBody;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.gateway.validation.RequestValidator;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.RouteCaller;
import dev.tradewind.spi.RouteRequest;
import dev.tradewind.spi.RouteResponse;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Routes of plugins: ones for shoppers below the name of the plugin or below {@code /store/}, and
 * ones for staff below {@code /admin/}, at paths that the API does not have or whose operation they
 * replace.
 */
public final class PluginRoutes implements Pages {

  /** First segments of the paths that the gateway serves itself. */
  private static final Set<String> RESERVED =
      Set.of("store", "admin", "app", "docs", "openapi", "health", "files", "uploads", "metrics");

  /** Beginning of the role in which a plugin calls operations of its own accord. */
  private static final String ROLE_OF_PLUGIN = "plugin-";

  private static final String PUBLISHABLE_KEY = "x-publishable-api-key";

  /** Route with the name of its plugin. */
  private record Owned(String plugin, Route route, @Nullable RequestValidator input) {

    ApiSurface surface() {
      return route.permission() == null ? ApiSurface.STORE : ApiSurface.ADMIN;
    }

    /** The plugin as a caller, limited to its role even where roles are not enforced. */
    Caller asStaff(RolePermissions roles) {
      String role = ROLE_OF_PLUGIN + plugin;
      return new Caller(
          new Principal(Principal.Kind.USER, role, Principal.Credential.API_TOKEN),
          role,
          true,
          roles.patterns(role),
          null);
    }
  }

  private final GatewayContext gateway;
  private final RouteAdmission admission;
  private final CatalogClient catalog;
  private final Map<String, Operation> operations;
  private final List<RouteClaim<Owned>> claims = new ArrayList<>();

  /**
   * @param routes by the name of the plugin
   * @throws IllegalArgumentException if a route is not where plugins may have routes
   */
  public PluginRoutes(Map<String, List<Route>> routes, GatewayContext gateway) {
    this.gateway = gateway;
    this.admission = new RouteAdmission(gateway);
    this.catalog = new CatalogClient(new OperationClient(gateway.vertx(), gateway.clock()));
    this.operations =
        gateway.contract().operations().stream()
            .collect(Collectors.toUnmodifiableMap(Operation::id, operation -> operation));
    routes.forEach((plugin, all) -> all.forEach(route -> claims.add(claim(plugin, route))));
  }

  private RouteClaim<Owned> claim(String plugin, Route route) {
    PathTemplate path = path(plugin, route);
    Operation described = gateway.contract().ofPlugin(route.method(), route.path());
    return new RouteClaim<>(
        "The plugin " + plugin,
        List.of(HttpMethod.valueOf(route.method())),
        path,
        route.replaces() == null ? Set.of() : Set.of(route.replaces()),
        new Owned(plugin, route, described == null ? null : new RequestValidator(described)));
  }

  private static PathTemplate path(String plugin, Route route) {
    boolean isBelowOwn = route.path().startsWith("/" + plugin + "/");
    boolean isBelowStore = route.path().startsWith("/store/");
    boolean isBelowMe = ApiSurface.isOfCustomer(route.path());
    boolean isInPlace =
        route.permission() == null
            ? (isBelowOwn || isBelowStore) && (!isBelowMe || route.needsCustomer())
            : route.path().startsWith("/admin/");
    if (RESERVED.contains(plugin) || !isInPlace) {
      throw new IllegalArgumentException(
          "The plugin %s cannot have the route %s %s: its routes for shoppers are below %s or /store/, those"
                  .formatted(plugin, route.method(), route.path(), "/" + plugin + "/")
              + " below /store/me for customers, those for staff below /admin/, and no plugin has"
              + " the name of a path of the shop.");
    }
    try {
      return PathTemplate.parse(route.path());
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(
          "The plugin %s cannot have the route %s %s: it must be %s."
              .formatted(plugin, route.method(), route.path(), malformed.getMessage()),
          malformed);
    }
  }

  /** Paths of the routes. */
  public List<PathTemplate> paths() {
    return claims.stream().map(RouteClaim::path).toList();
  }

  /**
   * Mounts the routes, before those of the contract.
   *
   * @throws IllegalArgumentException if a route would take requests of an operation that it does
   *     not replace
   */
  @Override
  public void mount(Router router) {
    if (claims.isEmpty()) {
      return;
    }
    RouteTable<Owned> table =
        new RouteTable<>(gateway.contract().operations(), claims, "Route.replacing");
    router
        .route()
        .handler(context -> {
          // As the router reads it, so that no spelling of a path is one of the operation alone.
          String path = context.normalizedPath();
          HttpMethod method = context.request().method();
          if (isPreflight(context.request())) {
            Owned owned = table.findAny(path);
            gateway.origins().answerPreflight(context, owned == null ? null : owned.surface());
            return;
          }
          PathTree.Match<Owned> match = table.find(method, path);
          if (match == null) {
            context.next();
          } else {
            gateway.origins().allow(context, match.value().surface());
            context.pathParams().putAll(match.parameters());
            answer(context, match.value());
          }
        });
  }

  /** A plugin may have a route for other requests by OPTIONS. */
  private static boolean isPreflight(HttpServerRequest request) {
    return request.method().equals(HttpMethod.OPTIONS)
        && request.headers().contains(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD);
  }

  private void answer(RoutingContext context, Owned owned) {
    CallContext call =
        gateway
            .calls()
            .of(context, null, owned.route().path())
            .from(gateway.forwarded().clientAddress(context.request()));
    admitted(context, owned, call)
        .map(caller -> {
          requireDescribed(context, owned);
          return caller;
        })
        .compose(caller ->
            Future.all(channels(context, call), keepsAuthorization(context, owned, caller, call))
                .compose(asked ->
                    owned
                        .route()
                        .handler()
                        .apply(
                            request(
                                context,
                                owned,
                                caller,
                                asked.resultAt(0),
                                asked.resultAt(1),
                                call)))
                .timeout(gateway.config().requestTimeout().toMillis(), TimeUnit.MILLISECONDS))
        .map(PluginRoutes::reply)
        .otherwise(failure -> Reply.problem(problem(context, owned.plugin(), failure)))
        .map(AnswerStep.of(reply -> HttpResponses.send(context.response(), reply)))
        .onFailure(context::fail);
  }

  /** The caller of a route; refused are others than it is for, and forged writes. */
  private Future<Caller> admitted(RoutingContext context, Owned owned, CallContext call) {
    Route route = owned.route();
    return gateway
        .authenticator()
        .caller(context.request(), owned.surface(), call)
        .map(caller -> {
          admission.require(
              context, caller, owned.surface(), route.permission(), route.needsCustomer());
          return caller;
        });
  }

  /** Refuses input that does not match the description of a route. */
  private static void requireDescribed(RoutingContext context, Owned owned) {
    RequestValidator input = owned.input();
    if (input == null) {
      return;
    }
    JsonObject parameters = new JsonObject();
    context.pathParams().forEach(parameters::put);
    input.path(parameters);
    input.query(context.request().query());
    if (input.takesBody()) {
      input.body(JsonBody.of(context));
    }
  }

  private Future<List<String>> channels(RoutingContext context, CallContext call) {
    String key = context.request().getHeader(PUBLISHABLE_KEY);
    if (key == null || key.isBlank()) {
      return Future.succeededFuture(List.of());
    }
    return catalog.findSalesChannelsOfKey(call, key);
  }

  /** At a route for shoppers, an Authorization that is none of the shop's is the plugin's. */
  private Future<Boolean> keepsAuthorization(
      RoutingContext context, Owned owned, Caller caller, CallContext call) {
    if (owned.surface() == ApiSurface.ADMIN || caller.principal().isCustomer()) {
      return Future.succeededFuture(false);
    }
    return gateway
        .authenticator()
        .bearer(context.request(), ApiSurface.ADMIN, call)
        .map(staff -> !staff.principal().isUser())
        .otherwise(false);
  }

  private RouteRequest request(
      RoutingContext context,
      Owned owned,
      Caller caller,
      List<String> channels,
      boolean keepsAuthorization,
      CallContext call) {
    Buffer body = context.body().buffer();
    return new RouteRequest(
        shown(caller),
        channels,
        context.pathParams(),
        context.queryParams(),
        Credentials.without(context.request().headers(), keepsAuthorization),
        body == null ? Buffer.buffer() : body,
        new RouteOperations(gateway, operations, context, call, null),
        new RouteOperations(
            gateway, operations, context, call, owned.asStaff(gateway.config().security().roles())),
        call.deadline());
  }

  private RouteCaller shown(Caller caller) {
    String id = caller.principal().id();
    if (id == null) {
      return new RouteCaller.Anonymous();
    }
    if (caller.principal().isUser()) {
      return new RouteCaller.Staff(id, caller.role(), admission.access().permissions(caller));
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
