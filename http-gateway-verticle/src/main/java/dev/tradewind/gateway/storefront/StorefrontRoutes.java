package dev.tradewind.gateway.storefront;

import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.ReadResponse;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFiles;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.storefront.Storefront;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
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
  private final GatewayContext gateway;
  private final String policy;
  private final VersionedPages files;
  private final StaticFiles ownFiles;
  private final Storefront pages;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   * @param forms of the payment providers of plugins
   */
  public StorefrontRoutes(
      GatewayContext gateway, ShopDesign design, List<String> links, List<PaymentForm> forms) {
    this.operations =
        gateway.contract().operations(ApiSurface.STORE).stream()
            .collect(Collectors.toUnmodifiableMap(Operation::id, operation -> operation));
    this.gateway = gateway;
    this.policy = policy(forms);
    this.files =
        new VersionedPages(gateway.vertx(), FOLDER, ROOT, policy, UnaryOperator.identity());
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
    return gateway
        .dispatcher()
        .dispatch(PageCall.of(gateway, page, operation, call, knownTags))
        .otherwise(failure -> Reply.problem(HttpResponses.problem(page, operation.id(), failure)));
  }

  /** A quarter of what responses may take. */
  @Override
  public long cacheBytes() {
    return gateway.bodies().bytes() / 4;
  }

  @Override
  public void requireOwnOrigin(RoutingContext page) {
    gateway.origins().checkCookieWrite(page.request(), ApiSurface.STORE, baseUrl(page));
  }

  @Override
  public String baseUrl(RoutingContext page) {
    return gateway.forwarded().baseUrl(page.request());
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
    response(page, reply)
        .map(gateway.pending()::admitted)
        .map(AnswerStep.of(sent -> gateway.pending().send(page.response(), sent)))
        .onFailure(page::fail);
  }

  /**
   * Response of a read, with an entity tag, or 304; compressed if it may be kept, because then it
   * holds nothing secret.
   */
  private Future<Reply> response(RoutingContext page, Reply rendered) {
    boolean mayCompress = !"no-store".equals(rendered.headers().get("cache-control"));
    if (rendered.status() == 200 && page.request().method() != HttpMethod.POST) {
      return new ReadResponse(gateway.bodies(), page, mayCompress, null)
          .of(rendered, rendered.headers());
    }
    return Future.succeededFuture(rendered);
  }
}
