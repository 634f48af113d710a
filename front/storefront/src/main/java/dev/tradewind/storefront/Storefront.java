package dev.tradewind.storefront;

import dev.tradewind.kernel.operation.AnswerStep;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.text.LocalPath;
import dev.tradewind.spi.payment.PaymentForms;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.Region;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.Market;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.look.Look;
import dev.tradewind.storefront.look.Looks;
import dev.tradewind.storefront.page.AccountPages;
import dev.tradewind.storefront.page.CartPages;
import dev.tradewind.storefront.page.CatalogPages;
import dev.tradewind.storefront.page.CheckoutPages;
import dev.tradewind.storefront.page.ListPages;
import dev.tradewind.storefront.page.OrderPages;
import dev.tradewind.storefront.page.SitePages;
import dev.tradewind.storefront.render.CategoryLinks;
import dev.tradewind.storefront.render.Choice;
import dev.tradewind.storefront.render.Html;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.render.PageRenderer;
import dev.tradewind.storefront.render.Pictures;
import dev.tradewind.storefront.render.TemplateValues;
import dev.tradewind.storefront.visit.RefusalReasons;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreApi;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.text.Collator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  private static final Pattern PARAMETER = Pattern.compile(":(\\w+)");

  /** Path of all categories: in the menu, it opens those of the menu. */
  private static final String CATEGORIES = "/categories";

  /** Links below a category in the menu. */
  private static final int MENU_CHILDREN = 8;

  private static final String UNKEPT = "no-store";
  private static final String POLICY = "content-security-policy";

  private static final Set<String> WITHOUT_TAGS =
      Set.of("account", "checkout", "order", "reset-password", "sign-in", "problem", "why");

  /** Parameter of links whose reader has a language. */
  private static final String LANGUAGE = "language";

  private final StoreApi api;
  private final ShopDesign design;
  private final PageRenderer renderer;
  private final PageCache pages;
  private final PictureSizes pictureSizes;
  private final Looks looks;
  private final List<String> links;
  private final CatalogPages catalog = new CatalogPages();
  private final ListPages lists = new ListPages();
  private final CartPages cart = new CartPages();
  private final CheckoutPages checkout;
  private final OrderPages orders = new OrderPages();
  private final AccountPages account = new AccountPages();
  private final SitePages site;

  /**
   * @param links list items in HTML with links to the other pages that the gateway serves
   * @param forms of the payment providers of plugins
   */
  public Storefront(StoreApi api, ShopDesign design, List<String> links, PaymentForms forms) {
    this.api = api;
    this.design = design;
    this.links = List.copyOf(links);
    this.renderer = new PageRenderer(design.templates());
    this.pages = new PageCache(api.cacheBytes());
    this.pictureSizes = new PictureSizes(api);
    this.looks = new Looks(design);
    this.site = new SitePages(design);
    this.checkout = new CheckoutPages(forms);
  }

  private record Path(String route, Function<Visit, Future<View>> show) {}

  /** Content of the page of a failure; its message is empty where the title says all. */
  private record Failure(@Nullable String message) {}

  /**
   * The page in another language, or in the same one.
   *
   * @param here path with the query of the request
   */
  private record Alternate(String language, String name, String path, String here, String url) {}

  private record Form(String route, Function<Visit, Future<View>> change) {}

  public void mount(Router router) {
    List<Path> paths =
        List.of(
            new Path("/", catalog::home),
            new Path("/products", lists::products),
            new Path("/products/:handle", catalog::product),
            new Path("/collections/:handle", lists::collection),
            new Path(CATEGORIES, lists::categories),
            new Path("/categories/:handle", lists::category),
            new Path("/suggestions", lists::suggest),
            new Path("/cart", cart::show),
            new Path("/cart/why", cart::explain),
            new Path("/checkout", checkout::show),
            new Path("/orders/:id", orders::show),
            new Path("/orders/:id/why", orders::explain),
            new Path("/account", account::show),
            new Path("/account/reset-password", account::showReset),
            new Path("/consent", site::showConsent),
            new Path("/pages/:name", site::own));
    List<Form> forms =
        List.of(
            new Form("/region", site::chooseRegion),
            new Form("/consent", site::chooseConsent),
            new Form("/products/:handle", catalog::requestRestock),
            new Form("/cart", cart::change),
            new Form("/checkout", checkout::change),
            new Form("/orders/:id", orders::change),
            new Form("/account", account::change),
            new Form("/account/reset-password", account::sendReset));
    for (Language language : design.languages().values()) {
      Market market = design.market(language);
      paths.forEach(path ->
          mount(
              router,
              market,
              path.route(),
              List.of(HttpMethod.GET, HttpMethod.HEAD),
              visit -> elsewhere(visit).orElseGet(() -> path.show().apply(visit))));
      forms.forEach(form ->
          mount(
              router,
              market,
              form.route(),
              List.of(HttpMethod.POST),
              visit -> {
                api.requireOwnOrigin(visit.context());
                return form.change().apply(visit);
              }));
    }
    mountForSearchEngines(router);
  }

  /** Mounts a page in a language, and in each country if the paths name countries. */
  private void mount(
      Router router,
      Market market,
      String route,
      List<HttpMethod> methods,
      Function<Visit, Future<View>> handler) {
    for (HttpMethod method : methods) {
      router.route(method, market.path(route)).handler(context -> answer(context, market, handler));
      if (design.hasCountryPaths()) {
        String path = PARAMETER.matcher(route).replaceAll("(?<$1>[^/]+)");
        router
            .routeWithRegex(
                method,
                ShopDesign.countryPrefix(market.language()) + (path.equals("/") ? "" : path) + "/?")
            .handler(context -> answer(context, inCountry(context, market), handler));
      }
    }
  }

  private Market inCountry(RoutingContext context, Market market) {
    return design.market(market.language(), context.pathParam("country"));
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
          answer(
              context,
              design.marketOf(context.normalizedPath()),
              visit ->
                  Future.failedFuture(new RefusedException(404, visit.text().of("problem.404"))));
        });
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
    Market otherwise = design.market(design.defaultLanguage());
    router
        .get("/sitemap.xml")
        .handler(
            context -> xml(context, otherwise, visit -> site.index(visit, api.baseUrl(context))));
    String file = "(?<file>" + SitePages.FILES + ")\\.xml";
    router
        .getWithRegex("/sitemaps/" + file)
        .handler(context -> xml(context, otherwise, this::paths));
    if (design.hasCountryPaths()) {
      for (Language language : design.languages().values()) {
        router
            .getWithRegex("/sitemaps" + ShopDesign.countryPrefix(language) + "-" + file)
            .handler(
                context -> xml(context, inCountry(context, design.market(language)), this::paths));
      }
    }
  }

  private Future<String> paths(Visit visit) {
    return site.paths(visit, api.baseUrl(visit.context()), visit.pathParameter("file"));
  }

  private void xml(
      RoutingContext context, Market market, Function<Visit, Future<String>> rendering) {
    Visit visit = new Visit(context, api, looks, market);
    rendering
        .apply(visit)
        .map(xml ->
            new Reply(200, XML, Buffer.buffer(xml), Map.of("cache-control", PageCache.REVALIDATED)))
        .map(AnswerStep.of(reply -> api.send(context, reply)))
        .onFailure(failure -> context.fail(refusal(context, failure, visit.text()).status()));
  }

  private void answer(
      RoutingContext context, Market market, Function<Visit, Future<View>> handler) {
    Visit visit = new Visit(context, api, looks, market);
    context.put(StoreApi.LANGUAGE, market.language().language());
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

  /**
   * The page at the path that it has for the visitor: in the language that its link names, as those
   * in e-mails do, and in the visitor's country if paths name countries. Empty if that is the path
   * of the request.
   */
  private Optional<Future<View>> elsewhere(Visit visit) {
    Language language = design.offered(visit.asked(LANGUAGE)).orElse(visit.text());
    Market market = design.market(language, visit.country());
    if (market.prefix().equals(visit.market().prefix())) {
      return Optional.empty();
    }
    String query =
        visit.context().queryParams().entries().stream()
            .filter(entry -> !entry.getKey().equals(LANGUAGE))
            .map(entry ->
                StoreCall.encoded(entry.getKey()) + "=" + StoreCall.encoded(entry.getValue()))
            .collect(Collectors.joining("&"));
    return Optional.of(
        Future.succeededFuture(
            new View.Elsewhere(market.path(visit.page()) + (query.isEmpty() ? "" : "?" + query))));
  }

  /**
   * The front page, or a page of the shop's own, as a draft of the content shows it. It is sent to
   * this request alone.
   *
   * @param language tag of one that the shop has, else the first one is shown
   * @param page name of the page; empty: the front page
   * @param draft reply of the API with the content
   */
  public Future<Reply> preview(
      RoutingContext context, String language, String page, JsonObject draft) {
    Language text = design.languages().getOrDefault(language, design.defaultLanguage());
    Visit visit = new Visit(context, api, looks, design.market(text));
    return visit
        .start(looks.ofDraft(draft, text))
        .compose(started -> page.isEmpty() ? catalog.home(visit) : site.own(visit, page))
        .recover(failure -> Future.succeededFuture(problem(visit, failure)))
        .compose(view -> reply(visit, view))
        .map(shown -> shown.withHeaders(Map.of("cache-control", UNKEPT)));
  }

  private View problem(Visit visit, Throwable failure) {
    RefusedException refusal = refusal(visit.context(), failure, visit.text());
    int status =
        refusal.status() == 404
                && (design.gone().contains(visit.context().normalizedPath())
                    || design.gone().contains(visit.page()))
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
      return RefusedException.of(Reply.problem(problem), "", RefusalReasons.NONE, text);
    }
    LOG.error("Rendering the page {} failed", context.normalizedPath(), failure);
    return new RefusedException(500, text.of("problem.title"));
  }

  private Future<Reply> reply(Visit visit, View view) {
    return switch (view) {
      case View.Redirect redirect ->
          Future.succeededFuture(redirection(303, visit.market().path(redirect.path())));
      case View.Repeated repeated ->
          Future.succeededFuture(redirection(307, visit.market().path(repeated.path())));
      case View.Elsewhere elsewhere -> Future.succeededFuture(redirection(303, elsewhere.path()));
      case View.Unchanged unchanged ->
          Future.succeededFuture(Reply.text(204, "").withHeaders(Map.of("cache-control", UNKEPT)));
      case View.Json json ->
          Future.succeededFuture(
              Reply.ok(json.body()).withHeaders(Map.of("cache-control", UNKEPT)));
      case View.Page page ->
          api.fileRoot().compose(files -> rendered(visit, page, values(visit, page, files)));
    };
  }

  private static Reply redirection(int status, String path) {
    return Reply.text(status, "")
        .withHeaders(Map.of("location", LocalPath.of(path, "/"), "cache-control", UNKEPT));
  }

  /** A page with images that are not measured yet is rendered again when they are. */
  private Future<Reply> rendered(Visit visit, View.Page page, Map<String, Object> values) {
    Pictures first = new Pictures(pictureSizes::of);
    return render(visit, page, values, first)
        .compose(reply ->
            first.unmeasured().isEmpty()
                ? Future.succeededFuture(reply)
                : pictureSizes
                    .measure(visit.context(), first.unmeasured())
                    .compose(
                        measured -> render(visit, page, values, new Pictures(pictureSizes::of))));
  }

  private Future<Reply> render(
      Visit visit, View.Page page, Map<String, Object> values, Pictures pictures) {
    return renderer
        .render(visit.context().vertx(), page.template(), values, pictures)
        .map(html -> new Reply(page.status(), HTML, html, headers(visit, page, pictures)));
  }

  private Map<String, String> headers(Visit visit, View.Page page, Pictures pictures) {
    boolean isKept = page.isPublic() && page.status() == 200 && !pictures.isProvisional();
    String caching = isKept ? PageCache.REVALIDATED : UNKEPT;
    return hasTags(visit, page)
        ? Map.of("cache-control", caching, POLICY, visit.look().tags().addedTo(api.contentPolicy()))
        : Map.of("cache-control", caching);
  }

  /**
   * Tags are in pages after the visitor has agreed, but not beside passwords, payments and orders.
   */
  private static boolean hasTags(Visit visit, View.Page page) {
    return Boolean.TRUE.equals(visit.consent())
        && !visit.isDraft()
        && !visit.look().tags().isEmpty()
        && !WITHOUT_TAGS.contains(page.template());
  }

  /** Values of the layout and of the page. */
  private Map<String, Object> values(Visit visit, View.Page page, String files) {
    Language text = visit.text();
    Market market = visit.market();
    String base = api.baseUrl(visit.context());
    String path = visit.page();
    Cart ownCart = visit.ownCart();
    Map<String, Object> values = new HashMap<>();
    values.put("t", text);
    Look look = visit.look();
    boolean hasTags = hasTags(visit, page);
    values.put("shop", look.name());
    values.put("palette", look.palette());
    values.put("contact", look.contact());
    values.put("hours", look.hours());
    values.put("textsLanguage", look.textsLanguage());
    values.put("menu", menu(visit));
    values.put("categoryMenu", categoryMenu(visit));
    values.put("tagHead", hasTags ? look.tags().head() : "");
    values.put("tagBody", hasTags ? look.tags().body() : "");
    values.put("isDraft", visit.isDraft());
    values.put("asksConsent", !look.tags().isEmpty() && !visit.isDraft());
    values.put("consent", visit.consent());
    values.put("links", links);
    values.put("files", files);
    values.put("hasTheme", design.files().containsKey("theme.css"));
    values.put("logo", look.logo());
    values.put("prefix", market.prefix());
    values.put("path", path);
    values.put("url", base + market.path(path));
    values.put("base", base);
    String query = query(visit);
    values.put("back", path + query);
    values.put("alternates", alternates(visit, base, path, query));
    values.put("translations", translations(visit, base, path, query));
    values.put("defaultUrl", base + design.market(design.defaultLanguage()).path(path));
    values.put("openGraphLocale", market.openGraph());
    values.put("home", visit.home());
    values.put("organization", organization(visit));
    values.put("pages", look.pages());
    values.put("collections", visit.collections().stream().map(Link::of).toList());
    values.put("regions", regions(visit));
    Region region = visit.region();
    values.put("priceNote", region == null ? "" : region.priceNote(text));
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

  /** The first categories and those below them. */
  private static List<CategoryLinks> categoryMenu(Visit visit) {
    return visit.categories().stream()
        .map(category -> CategoryLinks.of(category, MENU_CHILDREN))
        .toList();
  }

  /** The menu of the shop, else all products, the categories and the newest collections. */
  private static List<Look.MenuLink> menu(Visit visit) {
    if (!visit.look().menu().isEmpty()) {
      return visit.look().menu();
    }
    List<Look.MenuLink> menu = new ArrayList<>();
    menu.add(new Look.MenuLink(visit.text().of("list.all"), "/products", ""));
    if (!visit.categories().isEmpty()) {
      menu.add(new Look.MenuLink(visit.text().of("list.categories"), CATEGORIES, ""));
    }
    visit.collections().stream()
        .map(Link::of)
        .forEach(link -> menu.add(new Look.MenuLink(link.title(), link.path(), "")));
    return menu;
  }

  /** Query of a request of a page; the answer to a form is no page to come back to. */
  private static String query(Visit visit) {
    String query = visit.context().request().query();
    return visit.isWrite() || query == null || query.isEmpty() ? "" : "?" + query;
  }

  /** Data of the shop for search engines, in the terms of schema.org. */
  private String organization(Visit visit) {
    JsonObject data =
        new JsonObject()
            .put("@context", "https://schema.org")
            .put("@type", "Organization")
            .put("name", visit.look().name())
            .put("url", visit.home());
    String logo = visit.look().logo();
    if (logo != null) {
      data.put("logo", logo.startsWith("/") ? api.baseUrl(visit.context()) + logo : logo);
    }
    return Html.script(data);
  }

  /** The page in all languages, of all countries if the paths name them, for search engines. */
  private List<Alternate> alternates(Visit visit, String base, String path, String query) {
    return design.markets(Region.codes(visit.regions())).stream()
        .map(market -> alternate(market, market.tag(), base, path, query))
        .toList();
  }

  /** The page in all languages, for the same country. */
  private List<Alternate> translations(Visit visit, String base, String path, String query) {
    return design.languages().values().stream()
        .map(language ->
            alternate(
                design.market(language, visit.market().country()),
                language.language(),
                base,
                path,
                query))
        .toList();
  }

  private static Alternate alternate(
      Market market, String tag, String base, String path, String query) {
    String local = market.path(path);
    return new Alternate(tag, name(market.language().locale()), local, local + query, base + local);
  }

  /** Name of a language in itself. */
  private static String name(Locale locale) {
    String name = locale.getDisplayLanguage(locale);
    return name.substring(0, 1).toUpperCase(locale) + name.substring(1);
  }

  /** Regions to choose from; their countries if the paths name them. */
  private List<Choice> regions(Visit visit) {
    Region chosen = visit.region();
    String country = visit.country();
    if (design.hasCountryPaths() && country != null) {
      return visit.regions().stream()
          .flatMap(one ->
              Region.codes(List.of(one)).stream()
                  .map(code -> choice(code, visit.text().country(code), one, code.equals(country))))
          .sorted(Comparator.comparing(Choice::name, Collator.getInstance(visit.text().locale())))
          .toList();
    }
    return visit.regions().stream()
        .map(one ->
            choice(one.id(), one.name(), one, chosen != null && one.id().equals(chosen.id())))
        .toList();
  }

  private static Choice choice(String id, String name, Region region, boolean isChosen) {
    return new Choice(id, name + ", " + region.currencyCode().toUpperCase(Locale.ROOT), isChosen);
  }
}
