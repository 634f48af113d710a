package dev.tradewind.gateway.server;

import dev.tradewind.apidocs.ApiDocsRoutes;
import dev.tradewind.apidocs.EventDocsRoutes;
import dev.tradewind.gateway.auth.Authenticator;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.Dispatcher;
import dev.tradewind.gateway.dispatch.StaffAccess;
import dev.tradewind.gateway.files.FileDownloadHandler;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.RequestIdHandler;
import dev.tradewind.gateway.http.SecurityHeadersHandler;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.plugin.PluginRoutes;
import dev.tradewind.gateway.storefront.StorefrontRoutes;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.staffpages.DashboardAccess;
import dev.tradewind.staffpages.DashboardRoutes;
import dev.tradewind.staffpages.StaffPages;
import dev.tradewind.statuspage.StatusAccess;
import dev.tradewind.statuspage.StatusBoard;
import dev.tradewind.statuspage.StatusRoutes;
import dev.tradewind.storefront.ShopDesign;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Factory of the HTTP router: operations, pages that the gateway serves, files and health. */
public final class RouterFactory {

  private static final long MAX_BODY = 100 * 1024;
  private static final String METHODS = "GET,HEAD,POST,DELETE,OPTIONS";

  private final Contract contract;
  private final Authenticator authenticator;
  private final CallContexts calls;
  private final CorsHandler origins;
  private final Dispatcher dispatcher;
  private final Health health;
  private final FileDownloadHandler downloads;
  private final PluginRoutes plugins;
  private final Function<HttpServerRequest, String> baseUrl;
  private final List<PaymentForm> paymentForms;
  private final @Nullable StatusBoard status;
  private final GatewayConfig config;

  /**
   * @param baseUrl of this shop, as the client of a request knows it
   * @param status of the shop for staff; absent without a status page
   */
  public RouterFactory(
      Contract contract,
      Authenticator authenticator,
      CallContexts calls,
      CorsHandler origins,
      Dispatcher dispatcher,
      Health health,
      FileDownloadHandler downloads,
      PluginRoutes plugins,
      Function<HttpServerRequest, String> baseUrl,
      List<PaymentForm> paymentForms,
      @Nullable StatusBoard status,
      GatewayConfig config) {
    this.contract = contract;
    this.authenticator = authenticator;
    this.calls = calls;
    this.origins = origins;
    this.dispatcher = dispatcher;
    this.health = health;
    this.downloads = downloads;
    this.plugins = plugins;
    this.baseUrl = baseUrl;
    this.paymentForms = paymentForms;
    this.status = status;
    this.config = config;
  }

  public Future<Router> router(Vertx vertx) {
    Router router = Router.router(vertx);
    router.route().handler(new RequestIdHandler());
    router.route().handler(new SecurityHeadersHandler(config.security().strictTransportSecurity()));
    router.route().handler(origins);
    router
        .route()
        .handler(
            new RequestBodyHandler(
                contract.operations(),
                BodyHandler.create(false).setBodyLimit(MAX_BODY),
                config.requestTimeout()));
    // A router tries its routes one by one, so each surface has a router of its own.
    List<Future<Router>> surfaces =
        Arrays.stream(ApiSurface.values())
            .map(surface ->
                operations(vertx, surface)
                    .onSuccess(
                        operations -> router.route(surface.root() + "/*").subRouter(operations)))
            .toList();
    return Future.all(surfaces).map(mounted -> withTheRest(vertx, router));
  }

  private Future<Router> operations(Vertx vertx, ApiSurface surface) {
    return contract
        .routes(vertx, surface)
        .map(routes -> {
          RouterBuilder builder = RouterBuilder.create(vertx, routes);
          for (Operation operation : contract.operations(surface)) {
            // The dispatcher validates: the router builds a validator for every value.
            builder
                .getRoute(operation.id())
                .setDoValidation(false)
                .addHandler(dispatcher.handler(operation));
          }
          return builder.createRouter();
        });
  }

  private Router withTheRest(Vertx vertx, Router router) {
    mountHeads(router);
    plugins.mount(router, contract);
    EventDocsRoutes.mount(router, contract);
    if (config.security().publishesApiDocs()) {
      new ApiDocsRoutes(vertx, contract, baseUrl).mount(router);
    }
    if (config.dashboard().isServed()) {
      mountDashboard(vertx, router);
    }
    StorefrontRoutes storefront = storefront(vertx);
    if (storefront != null) {
      storefront.mount(router);
    } else {
      RootPage.mount(router, config);
    }
    health.mount(router);
    downloads.mount(router);
    router.route(HttpMethod.OPTIONS, "/*").handler(RouterFactory::options);
    router.route("/admin/*").handler(dispatcher::unknownAdminPath);
    if (storefront != null) {
      storefront.mountNotFound(router);
    }
    HttpResponses.handleFailures(router);
    return router;
  }

  private @Nullable StorefrontRoutes storefront(Vertx vertx) {
    ShopDesign design = config.storefront();
    return design == null
        ? null
        : new StorefrontRoutes(
            vertx,
            contract,
            dispatcher,
            origins,
            baseUrl,
            design,
            RootPage.links(config),
            paymentForms);
  }

  /** The pages for staff are beside the API that they use. */
  private void mountDashboard(Vertx vertx, Router router) {
    if (config.dashboard().backendUrl() != null) {
      new DashboardRoutes(vertx, config.dashboard(), null).mount(router);
      return;
    }
    StaffPages pages = new StaffPages(vertx);
    pages.mount(router);
    if (status != null) {
      StatusAccess staff = new StatusAccess(authenticator, new StaffAccess(config), calls);
      new StatusRoutes(vertx, DashboardRoutes.PATH + "/status", status, staff::check, true)
          .mount(router);
    }
    DashboardAccess access =
        config.security().requiresSecondFactor()
            ? new DashboardAccess(pages, authenticator, calls)
            : null;
    new DashboardRoutes(vertx, config.dashboard(), access).mount(router);
  }

  /** Every GET route also accepts HEAD; the server omits the body. */
  private void mountHeads(Router router) {
    for (Operation operation : contract.operations()) {
      if (operation.method().equals(HttpMethod.GET)) {
        router
            .head(operation.path().replaceAll("\\{(.*?)}", ":$1"))
            .handler(dispatcher.handler(operation));
      }
    }
  }

  private static void options(RoutingContext context) {
    context.response().setStatusCode(204).putHeader("Allow", METHODS).end();
  }
}
