package dev.tradewind.storefront.visit;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.Category;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.answer.Region;
import dev.tradewind.storefront.design.Language;
import dev.tradewind.storefront.design.Market;
import dev.tradewind.storefront.look.Look;
import dev.tradewind.storefront.look.Looks;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Request of a page: the language of its path, the region, the cart and what every page shows of
 * the shop. The look, the regions, the collections and the cart are asked for concurrently.
 */
public final class Visit {

  /** Path of the checkout. */
  public static final String CHECKOUT = "/checkout";

  private static final String CART = "tradewind-cart";
  private static final String REGION = "tradewind-region";
  private static final String SWAP_COOKIE = "tradewind-swap";
  private static final String SWAP = "swap";
  private static final String CONSENT = "tradewind-consent";

  /** Begin of the cookie of a consent, before the version of the tags that it is given to. */
  private static final String GIVEN = "given_";

  private static final String REFUSED = "refused";
  private static final Pattern COUNTRY = Pattern.compile("\\b[A-Za-z]{2,3}-([A-Za-z]{2})\\b");
  private static final StoreCall LOOK = StoreCall.of("storeGetStorefront");
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final int MAX_COLLECTIONS = 6;

  /** Categories of the menu; further ones are on the page of all. */
  private static final int MAX_CATEGORIES = 12;

  /** Rows of the longest page of a list. */
  private static final int MAX_PAGE = 1_000;

  private final RoutingContext context;
  private final StoreApi api;
  private final Language text;
  private final Market asked;
  private final Looks looks;
  private Market market;
  private Look look;
  private boolean isDraft;
  private List<Region> regions = List.of();
  private List<ProductCollection> collections = List.of();
  private List<Category> categories = List.of();
  private @Nullable ListQuery listQuery;
  private final Map<StoreCall, String> sources = new HashMap<>();
  private @Nullable Cart cart;
  private @Nullable Cart ownCart;
  private @Nullable String completedCart;
  private @Nullable Region region;

  /**
   * @param market language and country that the path of the page names
   */
  public Visit(RoutingContext context, StoreApi api, Looks looks, Market market) {
    this.context = context;
    this.api = api;
    this.looks = looks;
    this.asked = market;
    this.market = market;
    this.text = market.language();
    this.look = looks.known().in(text);
  }

  /** Reads what every page shows. */
  public Future<Visit> start() {
    return start(readLook());
  }

  /** The same with the look of a draft. */
  public Future<Visit> start(Look draft) {
    isDraft = true;
    return start(Future.succeededFuture(draft));
  }

  private Future<Visit> start(Future<Look> shown) {
    Future<List<Region>> allRegions = askRegions();
    Future<List<ProductCollection>> shownCollections =
        ask(
            StoreCall.of("storeListCollections").where("limit", MAX_COLLECTIONS),
            Answer.COLLECTIONS);
    Future<List<Category>> shownCategories =
        ask(topCategories().where("limit", MAX_CATEGORIES), Answer.CATEGORIES);
    return Future.all(shown, allRegions, shownCollections, shownCategories, readCart())
        .map(read -> {
          look = shown.result();
          regions = allRegions.result();
          collections = shownCollections.result();
          categories = shownCategories.result();
          return read;
        })
        .compose(read -> chosenRegion())
        .map(chosen -> {
          region = chosen.orElse(null);
          return this;
        });
  }

  /** Call for the categories at the top with those directly below them. */
  public static StoreCall topCategories() {
    return StoreCall.of("storeListProductCategories")
        .where("parent_category_id", "null")
        .where("include_descendants_tree", "false");
  }

  /** The look of the shop as it is now; that of the last visit if nothing has changed. */
  public Future<Look> readLook() {
    Looks.Known known = looks.known();
    return reply(LOOK, known.tags()).map(reply -> looks.of(known, reply).in(text));
  }

  /**
   * Region of the cart, else of the cookie, else the shop's default one. A country in the path
   * comes before all of them, except on pages of the cart.
   *
   * @throws RefusedException if the shop has no region with the country of the path
   */
  private Future<Optional<Region>> chosenRegion() {
    String country = market.country();
    if (country != null && regions.stream().noneMatch(one -> one.has(country))) {
      market = market.withoutCountry();
      throw new RefusedException(404, text.of("problem.404"));
    }
    String chosen =
        country != null && (cart == null || !isOfCart())
            ? country
            : cart == null ? cookie(REGION) : cart.region().id();
    Optional<Region> listed =
        regions.stream().filter(one -> regions.size() == 1 || one.isChosenBy(chosen)).findFirst();
    if (listed.isPresent() || regions.isEmpty()) {
      return Future.succeededFuture(listed);
    }
    return ask(StoreCall.of("storeListRegions").where("is_default", true), Answer.REGIONS)
        .map(found -> found.stream().findFirst());
  }

  /** Whether the page shows the cart; a form of the cart page may come from any other page. */
  private boolean isOfCart() {
    String page = page();
    return page.equals(CHECKOUT) || !isWrite() && (page + "/").startsWith("/cart/");
  }

  /**
   * Country to whose pages the visitor belongs: that of the path, else the chosen one, else one of
   * the browser's languages, else the first one of the region. Null without a region, or if that
   * has no country.
   */
  public @Nullable String country() {
    if (region == null) {
      return null;
    }
    Stream<String> chosen =
        Stream.of(Optional.ofNullable(market.country()), Optional.ofNullable(cookie(REGION)))
            .flatMap(Optional::stream);
    return Stream.concat(chosen, acceptedCountries())
        .filter(region::has)
        .findFirst()
        .orElseGet(() -> Region.codes(List.of(region)).stream().findFirst().orElse(null));
  }

  /** Countries of the languages that the browser accepts, such as {@code de-AT}, in their order. */
  private Stream<String> acceptedCountries() {
    String accepted = context.request().getHeader(HttpHeaders.ACCEPT_LANGUAGE);
    return accepted == null
        ? Stream.empty()
        : COUNTRY
            .matcher(accepted)
            .results()
            .map(country -> country.group(1).toLowerCase(Locale.ROOT));
  }

  /** Id of the page's cart that has become an order or a confirmed swap since the last page. */
  public @Nullable String completedCart() {
    return completedCart;
  }

  /**
   * The shopper's own cart, and the cart of a swap if the page is for it. One that has become an
   * order, or another customer's, is forgotten. A link cannot choose the cart of a checkout: that
   * of a swap is opened only in the browser that requested or continued it.
   */
  private Future<?> readCart() {
    String id = cookie(CART);
    String swap = swapCart();
    Future<@Nullable Cart> own = open(id);
    Future<@Nullable Cart> ofSwap =
        swap == null || !swap.equals(cookie(SWAP_COOKIE))
            ? Future.succeededFuture()
            : open(swap).map(found -> found != null && found.isOfSwap() ? found : null);
    return Future.all(own, ofSwap)
        .map(read -> {
          Cart ofPage = swap == null ? own.result() : ofSwap.result();
          ownCart = unlessCompleted(own.result());
          cart = unlessCompleted(ofPage);
          completedCart = cart == null && ofPage != null ? ofPage.id() : null;
          if (id != null && ownCart == null) {
            remember(CART, "", Duration.ZERO);
          }
          return read;
        });
  }

  private Future<@Nullable Cart> open(@Nullable String id) {
    if (id == null) {
      return Future.succeededFuture();
    }
    return ask(StoreCall.of("storeGetCart", id), Answer.CART)
        .recover(failure -> {
          if (failure instanceof RefusedException refused && refused.status() < 429) {
            return Future.succeededFuture();
          }
          return Future.failedFuture(failure);
        });
  }

  private static @Nullable Cart unlessCompleted(@Nullable Cart cart) {
    return cart == null || cart.completedAt() != null ? null : cart;
  }

  /** Calls an operation whose reply is not shown. */
  public Future<Void> call(StoreCall call) {
    return reply(call).mapEmpty();
  }

  /** The answer to a call. */
  public <T> Future<T> ask(StoreCall call, Answer<T> answer) {
    return reply(call).map(reply -> answer.reader().apply(reply.body().toJsonObject()));
  }

  /** All regions, the newest first. */
  public Future<List<Region>> askRegions() {
    return askAll(StoreCall.of("storeListRegions"), Answer.REGIONS)
        .map(found -> found.stream().sorted(Region.NEWEST).toList());
  }

  /**
   * The whole list of a call by descending id, page by page: all of them but the last are full. A
   * page begins behind the last row of the one before, so that each costs the same.
   */
  public <T extends Answer.Keyed> Future<List<T>> askAll(StoreCall call, Answer<List<T>> answer) {
    StoreCall first = call.where("order", "-id").where("limit", MAX_PAGE);
    return askAll(first, first, answer, new LinkedHashMap<>());
  }

  private <T extends Answer.Keyed> Future<List<T>> askAll(
      StoreCall first, StoreCall next, Answer<List<T>> answer, LinkedHashMap<String, T> read) {
    return ask(next, answer)
        .compose(page -> {
          int before = read.size();
          page.forEach(row -> read.putIfAbsent(row.id(), row));
          boolean isFurther = read.size() > before;
          if (page.size() < MAX_PAGE || !isFurther && next.query().contains("offset=")) {
            return Future.succeededFuture(List.copyOf(read.values()));
          }
          // A node of an older version does not know the key, and answers with the first rows
          // again.
          StoreCall further =
              isFurther
                  ? first.where("after", read.lastEntry().getKey())
                  : first.where("offset", read.size());
          return askAll(first, further, answer, read);
        });
  }

  private Future<Reply> reply(StoreCall call) {
    return reply(call, List.of());
  }

  private Future<Reply> reply(StoreCall call, List<String> knownTags) {
    return api.call(context, call, knownTags)
        .compose(reply -> {
          if (reply.isProblem()) {
            return Future.failedFuture(
                RefusedException.of(reply, call.operation(), api.reasons(), text));
          }
          if (isCacheable()) {
            sources.put(call, tag(reply));
          }
          return Future.succeededFuture(reply);
        });
  }

  private static String tag(Reply reply) {
    return Objects.requireNonNull(reply.withEntityTag().entityTag());
  }

  /**
   * Whether the request and the replies to its calls alone decide about the page. Searches with
   * words or filters are of many forms and costly, so that they are not made twice.
   */
  public boolean isCacheable() {
    return !isWrite()
        && cookie(CART) == null
        && cookie(SWAP_COOKIE) == null
        && listQuery().isPlain();
  }

  /** Entity tags of the replies to the calls so far. */
  public Map<StoreCall, String> sources() {
    return Map.copyOf(sources);
  }

  /** Makes all these calls: whether each reply has the given entity tag. */
  public Future<Boolean> hasSame(Map<StoreCall, String> expected) {
    List<Future<Boolean>> same =
        expected.entrySet().stream()
            .map(source ->
                api.call(context, source.getKey(), List.of(source.getValue()))
                    .map(reply -> !reply.isProblem() && tag(reply).equals(source.getValue())))
            .toList();
    return Future.all(same).map(all -> same.stream().allMatch(Future::result));
  }

  /** All that decides about a cacheable page beside the replies to its calls. */
  public String request() {
    return String.join(
        " ",
        api.baseUrl(context),
        context.request().uri(),
        market.country() == null ? cookie(REGION) : "",
        String.valueOf(cookie(CONSENT)));
  }

  /** Calls an operation whose reply sets or removes the session cookie. */
  public Future<Void> callForSession(StoreCall call) {
    return reply(call)
        .onSuccess(reply ->
            reply
                .headers()
                .forEach((name, value) -> {
                  if (name.equalsIgnoreCase(HttpHeaders.SET_COOKIE.toString())) {
                    context.response().headers().add(HttpHeaders.SET_COOKIE, value);
                  }
                }))
        .mapEmpty();
  }

  /** Changes the open cart, which has the language of the page then, and keeps it as it is. */
  public Future<Cart> changeCart(StoreCall call) {
    StoreCall change =
        call.operation().equals("storeUpdateCart") && call.body() != null
            ? call.sending(call.body().copy().put("context", text.context()))
            : call;
    return ask(change, Answer.CART)
        .map(changed -> {
          cart = changed;
          return changed;
        });
  }

  /** Gives the open cart, if there is one, the prices of a region. */
  public Future<Void> moveCart(Region chosen) {
    if (cart == null || cart.region().id().equals(chosen.id())) {
      return Future.succeededFuture();
    }
    JsonObject change = new JsonObject().put("region_id", chosen.id());
    return changeCart(StoreCall.of("storeUpdateCart", cartId()).sending(change)).mapEmpty();
  }

  public void rememberCart(Cart opened) {
    cart = opened;
    remember(CART, opened.id(), MONTH);
  }

  /** Opens the checkout for the cart of a swap that the shopper requests or continues. */
  public void rememberSwap(String cartId) {
    remember(SWAP_COOKIE, cartId, MONTH);
  }

  /** Forgets the open cart; the shopper keeps an own one beside the cart of a swap. */
  public void forgetCart() {
    cart = null;
    remember(swapCart() == null ? CART : SWAP_COOKIE, "", Duration.ZERO);
  }

  /** Id of the cart of a swap that the request names; absent for the shopper's own cart. */
  public @Nullable String swapCart() {
    String id = isWrite() ? sent(SWAP) : asked(SWAP);
    return isId(id) && context.normalizedPath().endsWith(CHECKOUT) ? id : null;
  }

  /** Keeps the choice of a region by its id, or by the code of one of its countries. */
  public void rememberRegion(String choice) {
    remember(REGION, choice, YEAR);
  }

  /** Keeps the choice whether tags may be in the pages. */
  public void rememberConsent(boolean isGiven) {
    remember(CONSENT, isGiven ? GIVEN + look.tags().version() : REFUSED, YEAR);
  }

  /** Whether the visitor has agreed to the tags as they are; null before a choice about them. */
  public @Nullable Boolean consent() {
    String choice = cookie(CONSENT);
    if (choice == null) {
      return null;
    }
    if (choice.equals(REFUSED)) {
      return false;
    }
    return choice.equals(GIVEN + look.tags().version()) ? true : null;
  }

  private void remember(String name, String value, Duration age) {
    context
        .response()
        .addCookie(
            Cookie.cookie(name, value)
                .setPath("/")
                .setHttpOnly(true)
                .setSameSite(CookieSameSite.LAX)
                .setSecure(api.baseUrl(context).startsWith("https:"))
                .setMaxAge(age.toSeconds()));
  }

  private @Nullable String cookie(String name) {
    if (!context.request().headers().contains(HttpHeaders.COOKIE)) {
      return null;
    }
    Cookie cookie = context.request().getCookie(name);
    return cookie == null || !isId(cookie.getValue()) ? null : cookie.getValue();
  }

  private static boolean isId(String value) {
    return value.matches("[A-Za-z0-9_]{1,64}");
  }

  public boolean isWrite() {
    return context.request().method().equals(HttpMethod.POST);
  }

  /** Whether a script asks how the page would be with these values, which are not kept. */
  public boolean isPreview() {
    return isWrite() && !sent("preview").isEmpty();
  }

  /** Value of the query; empty without one. */
  public String asked(String name) {
    String value = context.queryParams().get(name);
    return value == null ? "" : value.strip();
  }

  /** Words, filters and order of a list. */
  public ListQuery listQuery() {
    ListQuery known = listQuery;
    if (known == null) {
      known = ListQuery.of(context.queryParams());
      listQuery = known;
    }
    return known;
  }

  /** Number of the page of a list, from 1. */
  public int pageNumber() {
    String page = asked("page");
    return page.matches("[1-9]\\d{0,4}") ? Integer.parseInt(page) : 1;
  }

  public String pathParameter(String name) {
    return Objects.requireNonNull(context.pathParam(name));
  }

  /** Value of the sent form; empty without one. */
  public String sent(String name) {
    String value = form().get(name);
    return value == null ? "" : value.strip();
  }

  public MultiMap form() {
    return context.request().formAttributes();
  }

  /** Values of these fields of the form; those that are empty are left out. */
  public JsonObject sent(Set<String> names) {
    JsonObject values = new JsonObject();
    names.forEach(name -> {
      if (!sent(name).isEmpty()) {
        values.put(name, sent(name));
      }
    });
    return values;
  }

  /** URL of the page. */
  public String url() {
    return api.baseUrl(context) + context.normalizedPath();
  }

  /** URL of the home page in the language of the page, with a slash at the end. */
  public String home() {
    return api.baseUrl(context) + market.prefix() + "/";
  }

  public RoutingContext context() {
    return context;
  }

  /** Language and country of the path; without the country if the shop does not have it. */
  public Market market() {
    return market;
  }

  /** Path of the page without the prefix of language and country. */
  public String page() {
    return asked.page(context.normalizedPath());
  }

  public Language text() {
    return text;
  }

  /** Whether the page shows a draft, which runs no scripts. */
  public boolean isDraft() {
    return isDraft;
  }

  public Look look() {
    return look;
  }

  public List<Region> regions() {
    return regions;
  }

  public List<ProductCollection> collections() {
    return collections;
  }

  /** First categories at the top, with those below them. */
  public List<Category> categories() {
    return categories;
  }

  public @Nullable Cart cart() {
    return cart;
  }

  /** The shopper's own cart, beside that of a swap. */
  public @Nullable Cart ownCart() {
    return swapCart() == null ? cart : ownCart;
  }

  /** Id of the open cart. */
  public String cartId() {
    return Objects.requireNonNull(cart).id();
  }

  public @Nullable Region region() {
    return region;
  }

  /** The region whose prices are shown. */
  public Region presentRegion() {
    if (region == null) {
      throw new RefusedException(503, text.of("problem.no-region"));
    }
    return region;
  }

  public String currency() {
    return presentRegion().currencyCode();
  }
}
