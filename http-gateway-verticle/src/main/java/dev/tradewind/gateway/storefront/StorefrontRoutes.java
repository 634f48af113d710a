package dev.tradewind.gateway.storefront;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.JsonBody;
import dev.tradewind.gateway.http.ReadResponse;
import dev.tradewind.gateway.staticfile.StaticFile;
import dev.tradewind.gateway.staticfile.StaticFileResponse;
import dev.tradewind.gateway.staticfile.StaticFiles;
import dev.tradewind.gateway.staticfile.StaticFolder;
import dev.tradewind.gateway.staticfile.VersionedPages;
import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.spi.payment.PaymentForms;
import dev.tradewind.storefront.Storefront;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.look.Look;
import dev.tradewind.storefront.visit.PictureSize;
import dev.tradewind.storefront.visit.RefusalReasons;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.StoreCall;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Routes of the storefront: its pages, which use the store API by the dispatcher, and its files.
 */
public final class StorefrontRoutes implements StoreApi {

  private static final String ROOT = "/storefront/";
  private static final String OWN_FILES = ROOT + "own/:name";

  private static final StaticFolder FOLDER =
      StaticFolder.plain(
          "/storefront/files",
          List.of(
              "fraunces-latin-ext.woff2",
              "fraunces-latin.woff2",
              "fraunces-license.txt",
              "icon.svg",
              "order.js",
              "payment.js",
              "search.js",
              "shop.css",
              "shop.js"));

  private static final String PREVIEW = "adminPreviewStorefront";
  private static final String PREVIEWS = ROOT + "preview";
  private static final String COLOR = "[0-9A-Fa-f]{6}";
  private static final Pattern PALETTE =
      Pattern.compile("(%1$s)-(%1$s)-(%1$s)-(%1$s)\\.css".formatted(COLOR));

  private final Map<String, Operation> operations;
  private final Operation previewing;
  private final GatewayContext gateway;
  private final RefusalReasons reasons;
  private final String policy;
  private final VersionedPages files;
  private final StaticFiles ownFiles;
  private final Storefront pages;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   * @param forms of the payment providers of plugins
   */
  public StorefrontRoutes(
      GatewayContext gateway, ShopDesign design, List<String> links, PaymentForms forms) {
    this.operations =
        gateway.contract().operations(ApiSurface.STORE).stream()
            .collect(Collectors.toUnmodifiableMap(Operation::id, operation -> operation));
    this.previewing =
        gateway.contract().operations(ApiSurface.ADMIN).stream()
            .filter(operation -> operation.id().equals(PREVIEW))
            .findFirst()
            .orElseThrow();
    this.gateway = gateway;
    this.reasons = RefusalReasons.of(gateway.contract().errors(ApiSurface.STORE));
    this.policy = policy(forms.forms());
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
    router.get(Look.PALETTES + ":name").handler(this::palette);
    router.head(Look.PALETTES + ":name").handler(this::palette);
    router.post(PREVIEWS).handler(this::preview);
    files.mount(router, List.of());
    router.get(OWN_FILES).handler(this::ownFile);
    router.head(OWN_FILES).handler(this::ownFile);
    pages.mount(router);
  }

  /** Mounts the page for paths that no other route has. */
  public void mountNotFound(Router router) {
    pages.mountNotFound(router);
  }

  /** Style sheet of the colors in its name, which staff have chosen. */
  private void palette(RoutingContext context) {
    Matcher colors = PALETTE.matcher(context.pathParam("name"));
    if (!colors.matches()) {
      context.next();
      return;
    }
    String style =
        """
        :root{--accent:#%1$s;--on-accent:#%2$s}
        .hero{background:#%1$s;color:#%2$s}
        @media screen and (prefers-color-scheme:dark){:root{--accent:#%3$s;--on-accent:#%4$s}}
        """
            .formatted(colors.group(1), colors.group(2), colors.group(3), colors.group(4));
    StaticFileResponse.send(
        context.request(), StaticFile.ofText("text/css; charset=utf-8", style).asImmutable());
  }

  /**
   * Page of a draft: staff send properties of the content, which the owner of the content checks
   * and completes. Nothing of it is kept.
   */
  private void preview(RoutingContext context) {
    Future.succeededFuture()
        .compose(start -> {
          gateway.origins().checkCookieWrite(context.request(), ApiSurface.ADMIN, baseUrl(context));
          StoreCall call = StoreCall.of(PREVIEW).sending(draft(context));
          return gateway
              .dispatcher()
              .dispatch(PageCall.of(gateway, context, previewing, call, List.of()));
        })
        .otherwise(failure -> Reply.problem(HttpResponses.problem(context, PREVIEW, failure)))
        .compose(reply ->
            reply.isProblem()
                ? Future.succeededFuture(reply)
                : pages.preview(
                    context,
                    asked(context, "language"),
                    asked(context, "page"),
                    reply.body().toJsonObject()))
        .map(AnswerStep.of(reply -> send(context, reply)))
        .onFailure(context::fail);
  }

  private static JsonObject draft(RoutingContext context) {
    try {
      Buffer sent = JsonBody.of(context);
      return sent == null || sent.length() == 0 ? new JsonObject() : sent.toJsonObject();
    } catch (DecodeException | ClassCastException malformed) {
      throw Problem.invalidData("The body must be an object in JSON");
    }
  }

  private static String asked(RoutingContext context, String name) {
    String value = context.queryParams().get(name);
    return value == null ? "" : value;
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

  @Override
  public RefusalReasons reasons() {
    return reasons;
  }

  @Override
  public Future<Map<String, PictureSize>> measure(RoutingContext page, Set<String> signed) {
    return gateway
        .files()
        .measure(gateway.calls().of(page), signed)
        .map(images ->
            images.stream()
                .collect(
                    Collectors.toUnmodifiableMap(
                        FileClient.Image::signed,
                        image ->
                            new PictureSize(image.isPending(), image.width(), image.height()))));
  }

  @Override
  public String contentPolicy() {
    return policy;
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
    StaticFileResponse.protect(
        page.response(), reply.headers().getOrDefault("content-security-policy", policy));
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
