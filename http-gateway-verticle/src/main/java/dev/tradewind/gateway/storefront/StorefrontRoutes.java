package dev.tradewind.gateway.storefront;

import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.Dispatcher;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFiles;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.Storefront;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Routes of the storefront: its pages, which use the store API by the dispatcher, and its files.
 */
public final class StorefrontRoutes implements StoreApi {

  private static final String ROOT = "/storefront/";
  private static final String OWN_FILES = ROOT + "own/:name";

  private static final StaticFolder FOLDER =
      StaticFolder.plain(
          "/storefront/files", List.of("icon.svg", "payment.js", "shop.css", "shop.js"));

  private final Map<String, Operation> operations;
  private final Dispatcher dispatcher;
  private final CorsHandler origins;
  private final Function<HttpServerRequest, String> baseUrl;
  private final String policy;
  private final VersionedPages files;
  private final StaticFiles ownFiles;
  private final Storefront pages;

  /**
   * @param baseUrl of this shop, as the client of the request knows it
   * @param links list items in HTML with links to the other pages that the gateway serves
   * @param forms of the payment providers of plugins
   */
  public StorefrontRoutes(
      Vertx vertx,
      Contract contract,
      Dispatcher dispatcher,
      CorsHandler origins,
      Function<HttpServerRequest, String> baseUrl,
      ShopDesign design,
      List<String> links,
      List<PaymentForm> forms) {
    this.operations =
        contract.operations(ApiSurface.STORE).stream()
            .collect(Collectors.toUnmodifiableMap(Operation::id, operation -> operation));
    this.dispatcher = dispatcher;
    this.origins = origins;
    this.baseUrl = baseUrl;
    this.policy = policy(forms);
    this.files = new VersionedPages(vertx, FOLDER, ROOT, policy, UnaryOperator.identity());
    this.ownFiles = StaticFiles.ofContents(design.files());
    this.pages = new Storefront(this, design, links, forms);
  }

  /**
   * Content security policy: the own origin, and what payment forms need. Images of products may be
   * on any host with TLS, or within the URL.
   */
  private static String policy(List<PaymentForm> forms) {
    String frames = origins(forms, PaymentForm::frameOrigins);
    return "default-src 'none'; script-src 'self'"
        + origins(forms, PaymentForm::scriptOrigins)
        + "; style-src 'self'; connect-src 'self'"
        + origins(forms, PaymentForm::connectOrigins)
        + (frames.isEmpty() ? "" : "; frame-src" + frames)
        + "; img-src 'self' data: https:; font-src 'self'; frame-ancestors 'none';"
        + " base-uri 'none'; form-action 'self'";
  }

  private static String origins(
      List<PaymentForm> forms, Function<PaymentForm, Set<String>> origins) {
    return forms.stream()
        .flatMap(form -> origins.apply(form).stream())
        .distinct()
        .sorted()
        .map(origin -> " " + origin)
        .collect(Collectors.joining());
  }

  public void mount(Router router) {
    files.mount(router, List.of());
    router.get(OWN_FILES).handler(this::ownFile);
    router.head(OWN_FILES).handler(this::ownFile);
    pages.mount(router);
  }

  /** Mounts the page for paths that no other route has. */
  public void mountNotFound(Router router) {
    pages.mountNotFound(router);
  }

  private void ownFile(RoutingContext context) {
    ownFiles
        .find(context.pathParam("name"))
        .ifPresentOrElse(file -> StaticFileResponse.send(context.request(), file), context::next);
  }

  @Override
  public Future<Reply> call(RoutingContext page, StoreCall call, List<String> knownTags) {
    Operation operation = operations.get(call.operation());
    if (operation == null) {
      throw new IllegalArgumentException("The contract has no operation " + call.operation());
    }
    return dispatcher.callForPage(
        page, operation, call.path(), call.query(), call.body(), knownTags);
  }

  @Override
  public long cacheBytes() {
    return dispatcher.bytesForPages();
  }

  @Override
  public void requireOwnOrigin(RoutingContext page) {
    origins.checkCookieWrite(page.request(), ApiSurface.STORE, baseUrl(page));
  }

  @Override
  public String baseUrl(RoutingContext page) {
    return baseUrl.apply(page.request());
  }

  @Override
  public Future<String> fileRoot() {
    return files.path("");
  }

  @Override
  public void send(RoutingContext page, Reply reply) {
    StaticFileResponse.protect(page.response(), policy);
    // Browsers name the origin of a form only if the page has a referrer for its own host.
    page.response().putHeader("Referrer-Policy", "same-origin");
    dispatcher.sendPage(page, reply);
  }
}
