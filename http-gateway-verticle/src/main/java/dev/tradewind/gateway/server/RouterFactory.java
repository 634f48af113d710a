package dev.tradewind.gateway.server;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.contract.PathTemplate;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.HttpOperations;
import dev.tradewind.gateway.files.FileDownloadHandler;
import dev.tradewind.gateway.forward.RouteForwarder;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.RequestIdHandler;
import dev.tradewind.gateway.http.SecurityHeadersHandler;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.gateway.plugin.PluginRoutes;
import dev.tradewind.gateway.storefront.StorefrontRoutes;
import dev.tradewind.spi.payment.PaymentForms;
import dev.tradewind.storefront.design.ShopDesign;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Factory of the HTTP router: operations, files, health, the storefront, other modules' pages. */
public final class RouterFactory {

  private static final long MAX_BODY = 100 * 1024;
  private static final String METHODS = "GET,HEAD,POST,DELETE,OPTIONS";

  private final GatewayContext gateway;
  private final HttpOperations operations;
  private final @Nullable RouteForwarder forwarder;
  private final PluginRoutes plugins;
  private final List<Pages> pages;
  private final PaymentForms paymentForms;
  private final Health health;
  private final FileDownloadHandler downloads;

  /**
   * @param forwarder absent without forwarded routes
   */
  public RouterFactory(
      GatewayContext gateway,
      HttpOperations operations,
      @Nullable RouteForwarder forwarder,
      PluginRoutes plugins,
      List<Pages> pages,
      PaymentForms paymentForms,
      Health health,
      FileDownloadHandler downloads) {
    this.gateway = gateway;
    this.operations = operations;
    this.forwarder = forwarder;
    this.plugins = plugins;
    this.pages = pages;
    this.paymentForms = paymentForms;
    this.health = health;
    this.downloads = downloads;
  }

  public Future<Router> router() {
    GatewayConfig config = gateway.config();
    Router router = Router.router(gateway.vertx());
    router.route().handler(new RequestIdHandler());
    router.route().handler(new SecurityHeadersHandler(config.security().strictTransportSecurity()));
    router.route().handler(gateway.origins());
    if (forwarder != null) {
      router.route().handler(forwarder);
    }
    router
        .route()
        .handler(
            new RequestBodyHandler(
                gateway.contract().operations(),
                BodyHandler.create(false).setBodyLimit(MAX_BODY),
                config.requestTimeout()));
    plugins.mount(router);
    // A router tries its routes one by one, so each surface has a router of its own.
    List<Future<Router>> surfaces =
        Arrays.stream(ApiSurface.values())
            .map(surface ->
                operations(surface)
                    .onSuccess(mounted -> router.route(surface.root() + "/*").subRouter(mounted)))
            .toList();
    return Future.all(surfaces).map(mounted -> withTheRest(router));
  }

  private Future<Router> operations(ApiSurface surface) {
    Contract contract = gateway.contract();
    return contract
        .routes(gateway.vertx(), surface)
        .map(routes -> {
          RouterBuilder builder = RouterBuilder.create(gateway.vertx(), routes);
          for (Operation operation : contract.operations(surface)) {
            // The dispatcher validates: the router builds a validator for every value.
            builder
                .getRoute(operation.id())
                .setDoValidation(false)
                .addHandler(operations.handler(operation));
          }
          return builder.createRouter();
        });
  }

  private Router withTheRest(Router router) {
    mountHeads(router);
    int ofContract = router.getRoutes().size();
    if (forwarder != null) {
      forwarder.mount(router);
    }
    pages.forEach(each -> each.mount(router));
    List<String> links = pages.stream().flatMap(each -> each.links().stream()).toList();
    ShopDesign design = gateway.config().storefront();
    StorefrontRoutes storefront =
        design == null
            ? null
            : new StorefrontRoutes(
                gateway,
                design,
                gateway.config().linksStaffPages() ? links : List.of(),
                paymentForms);
    if (storefront != null) {
      storefront.mount(router);
    } else {
      RootPage.mount(router, links);
    }
    health.mount(router);
    downloads.mount(router);
    if (forwarder != null) {
      forwarder.requireBeside(plugins.paths());
      forwarder.requireBeside(
          router.getRoutes().stream()
              .skip(ofContract)
              .filter(route -> route.getPath() != null)
              .map(PathTemplate::of)
              .toList());
    }
    router.route(HttpMethod.OPTIONS, "/*").handler(RouterFactory::options);
    router.route("/admin/*").handler(operations::unknownAdminPath);
    if (storefront != null) {
      storefront.mountNotFound(router);
    }
    HttpResponses.handleFailures(router);
    return router;
  }

  /** Every GET route also accepts HEAD; the server omits the body. */
  private void mountHeads(Router router) {
    for (Operation operation : gateway.contract().operations()) {
      if (operation.method().equals(HttpMethod.GET)) {
        router
            .head(operation.path().replaceAll("\\{(.*?)}", ":$1"))
            .handler(operations.handler(operation));
      }
    }
  }

  private static void options(RoutingContext context) {
    context.response().setStatusCode(204).putHeader("Allow", METHODS).end();
  }
}
