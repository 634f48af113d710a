package dev.tradewind.storefront;

import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.LocalPath;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.Region;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.page.AccountPages;
import dev.tradewind.storefront.page.CartPages;
import dev.tradewind.storefront.page.CatalogPages;
import dev.tradewind.storefront.page.CheckoutPages;
import dev.tradewind.storefront.page.OrderPages;
import dev.tradewind.storefront.page.SitePages;
import dev.tradewind.storefront.render.Choice;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.render.PageRenderer;
import dev.tradewind.storefront.render.TemplateValues;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Storefront: its paths, once for each language, and the answers to them. A page is rendered for
 * each request from what the store API replies at that moment.
 */
public final class Storefront {

  private static final Logger LOG = LoggerFactory.getLogger(Storefront.class);
  private static final String HTML = "text/html; charset=utf-8";
  private static final String XML = "application/xml; charset=utf-8";

  private static final String UNKEPT = "no-store";

  private final StoreApi api;
  private final ShopDesign design;
  private final PageRenderer renderer;
  private final PageCache pages;
  private final List<String> links;
  private final CatalogPages catalog;
  private final CartPages cart = new CartPages();
  private final CheckoutPages checkout;
  private final OrderPages orders = new OrderPages();
  private final AccountPages account = new AccountPages();
  private final SitePages site;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   * @param forms of the payment providers of plugins
   */
  public Storefront(StoreApi api, ShopDesign design, List<String> links, List<PaymentForm> forms) {
    this.api = api;
    this.design = design;
    this.links = List.copyOf(links);
    this.renderer = new PageRenderer(design.templates());
    this.pages = new PageCache(api.cacheBytes());
    this.catalog = new CatalogPages(design);
    this.checkout = new CheckoutPages(forms);
    this.site = new SitePages(design);
  }

  private record Path(String route, Function<Visit, Future<View>> show) {}

  /** Content of the page of a failure; its message is empty where the title says all. */
  private record Failure(@Nullable String message) {}

  /** The page in another language, or in the same one. */
  private record Alternate(String language, String name, String path, String url) {}

  private record Form(String route, Function<Visit, Future<View>> change) {}

  public void mount(Router router) {
    List<Path> paths =
        List.of(
            new Path("/", catalog::home),
            new Path("/products", catalog::products),
            new Path("/products/:handle", catalog::product),
            new Path("/collections/:handle", catalog::collection),
            new Path("/categories/:handle", catalog::category),
            new Path("/cart", cart::show),
            new Path("/checkout", checkout::show),
            new Path("/orders/:id", orders::show),
            new Path("/account", account::show),
            new Path("/account/reset-password", account::showReset),
            new Path("/pages/:name", site::own));
    List<Form> forms =
        List.of(
            new Form("/region", site::chooseRegion),
            new Form("/products/:handle", catalog::requestRestock),
            new Form("/cart", cart::change),
            new Form("/checkout", checkout::change),
            new Form("/orders/:id", orders::change),
            new Form("/account", account::change),
            new Form("/account/reset-password", account::sendReset));
    for (Language language : design.languages().values()) {
      String prefix = prefix(language);
      for (Path path : paths) {
        String route = prefix + (path.route().equals("/") && !prefix.isEmpty() ? "" : path.route());
        router.get(route).handler(context -> answer(context, language, path.show()));
        router.head(route).handler(context -> answer(context, language, path.show()));
      }
      for (Form form : forms) {
        router
            .post(prefix + form.route())
            .handler(context ->
                answer(
                    context,
                    language,
                    visit -> {
                      api.requireOwnOrigin(context);
                      return form.change().apply(visit);
                    }));
      }
    }
    mountForSearchEngines(router);
  }

  /** A page in place of the error body of the API, for a browser at a path that does not exist. */
  public void mountNotFound(Router router) {
    router
        .get()
        .handler(context -> {
          String accepted = context.request().getHeader("accept");
          if (accepted == null || !accepted.contains("text/html")) {
            context.next();
            return;
          }
          Language language = languageOf(context.normalizedPath());
          answer(
              context,
              language,
              visit -> Future.failedFuture(new RefusedException(404, language.of("problem.404"))));
        });
  }

  private Language languageOf(String path) {
    return design.languages().values().stream()
        .filter(language ->
            !design.isDefault(language)
                && (path.equals(prefix(language)) || path.startsWith(prefix(language) + "/")))
        .findFirst()
        .orElse(design.defaultLanguage());
  }

  private String prefix(Language language) {
    return design.isDefault(language) ? "" : "/" + language.language();
  }

  private void mountForSearchEngines(Router router) {
    router
        .get("/robots.txt")
        .handler(context ->
            api.send(
                context,
                new Reply(
                    200,
                    Reply.TEXT,
                    Buffer.buffer(SitePages.robots(api.baseUrl(context))),
                    Map.of("cache-control", PageCache.REVALIDATED))));
    router
        .get("/sitemap.xml")
        .handler(context -> xml(context, visit -> site.index(visit, api.baseUrl(context))));
    router
        .getWithRegex("/sitemaps/(?<number>\\d{1,6})\\.xml")
        .handler(context ->
            xml(
                context,
                visit ->
                    site.paths(
                        visit,
                        api.baseUrl(context),
                        Integer.parseInt(context.pathParam("number")))));
  }

  private void xml(RoutingContext context, Function<Visit, Future<String>> rendering) {
    Visit visit = new Visit(context, api, design.defaultLanguage());
    rendering
        .apply(visit)
        .map(xml ->
            new Reply(200, XML, Buffer.buffer(xml), Map.of("cache-control", PageCache.REVALIDATED)))
        .map(AnswerStep.of(reply -> api.send(context, reply)))
        .onFailure(failure -> context.fail(refusal(context, failure, visit.text()).status()));
  }

  private void answer(
      RoutingContext context, Language language, Function<Visit, Future<View>> handler) {
    Visit visit = new Visit(context, api, language);
    Supplier<Future<Reply>> rendering =
        () ->
            visit
                .start()
                .compose(handler)
                .recover(failure -> Future.succeededFuture(problem(visit, failure)))
                .compose(view -> reply(visit, view));
    (visit.isCacheable() ? pages.get(visit.request(), visit, rendering) : rendering.get())
        .map(AnswerStep.of(reply -> api.send(context, reply)))
        .onFailure(context::fail);
  }

  private View problem(Visit visit, Throwable failure) {
    RefusedException refusal = refusal(visit.context(), failure, visit.text());
    int status =
        refusal.status() == 404 && design.gone().contains(visit.context().normalizedPath())
            ? 410
            : refusal.status();
    Failure content = new Failure(status == 404 || status == 410 ? "" : refusal.getMessage());
    return new View.Page(
        "problem", title(status, visit.text()), List.of(content), status, false, null);
  }

  private static String title(int status, Language text) {
    String own = text.texts().get("problem." + status);
    return own == null ? text.of("problem.title") : own;
  }

  private static RefusedException refusal(
      RoutingContext context, Throwable failure, Language text) {
    if (failure instanceof RefusedException refused) {
      return refused;
    }
    if (failure instanceof Problem problem) {
      return RefusedException.of(Reply.problem(problem), "", text);
    }
    LOG.error("Rendering the page {} failed", context.normalizedPath(), failure);
    return new RefusedException(500, text.of("problem.title"));
  }

  private Future<Reply> reply(Visit visit, View view) {
    return switch (view) {
      case View.Redirect redirect ->
          Future.succeededFuture(
              Reply.text(303, "")
                  .withHeaders(
                      Map.of(
                          "location",
                          LocalPath.of(prefix(visit.text()) + redirect.path(), "/"),
                          "cache-control",
                          UNKEPT)));
      case View.Json json -> Future.succeededFuture(Reply.ok(json.body()));
      case View.Page page ->
          api.fileRoot()
              .compose(files ->
                  renderer.render(
                      visit.context().vertx(), page.template(), values(visit, page, files)))
              .map(html -> new Reply(page.status(), HTML, html, headers(page)));
    };
  }

  private static Map<String, String> headers(View.Page page) {
    return Map.of(
        "cache-control", page.isPublic() && page.status() == 200 ? PageCache.REVALIDATED : UNKEPT);
  }

  /** Values of the layout and of the page. */
  private Map<String, Object> values(Visit visit, View.Page page, String files) {
    Language text = visit.text();
    String prefix = prefix(text);
    String base = api.baseUrl(visit.context());
    String path = unprefixed(visit.context().normalizedPath(), prefix);
    Cart ownCart = visit.ownCart();
    Map<String, Object> values = new HashMap<>();
    values.put("t", text);
    values.put("shop", design.name());
    values.put("links", links);
    values.put("files", files);
    values.put("hasTheme", design.files().containsKey("theme.css"));
    values.put("logo", design.logo());
    values.put("prefix", prefix);
    values.put("path", path);
    values.put("url", base + prefix + (path.equals("/") && !prefix.isEmpty() ? "" : path));
    values.put("base", base);
    values.put("alternates", alternates(base, path));
    values.put("pages", design.pagesIn(text));
    values.put("collections", visit.collections().stream().map(Link::of).toList());
    values.put("regions", regions(visit));
    values.put("cartCount", ownCart == null ? 0 : ownCart.units());
    values.put("title", page.title());
    values.put("alert", page.alert());
    values.put("noindex", !page.isPublic());
    values.put("description", "");
    values.put("image", null);
    values.put("query", "");
    page.contents().forEach(content -> values.putAll(TemplateValues.of(content)));
    return values;
  }

  private static String unprefixed(String path, String prefix) {
    String rest = path.substring(prefix.length());
    return rest.isEmpty() ? "/" : rest;
  }

  private List<Alternate> alternates(String base, String path) {
    List<Alternate> alternates = new ArrayList<>();
    for (Language language : design.languages().values()) {
      String prefix = prefix(language);
      String local = prefix + (path.equals("/") && !prefix.isEmpty() ? "" : path);
      alternates.add(
          new Alternate(language.language(), name(language.locale()), local, base + local));
    }
    return alternates;
  }

  /** Name of a language in itself. */
  private static String name(Locale locale) {
    String name = locale.getDisplayLanguage(locale);
    return name.substring(0, 1).toUpperCase(locale) + name.substring(1);
  }

  private static List<Choice> regions(Visit visit) {
    Region chosen = visit.region();
    return visit.regions().stream()
        .map(one ->
            new Choice(
                one.id(),
                one.name() + ", " + one.currencyCode().toUpperCase(Locale.ROOT),
                chosen != null && one.id().equals(chosen.id())))
        .toList();
  }
}
