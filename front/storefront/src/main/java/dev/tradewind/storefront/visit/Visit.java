package dev.tradewind.storefront.visit;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Cart;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.answer.Region;
import dev.tradewind.storefront.design.Language;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Request of a page: the language of its path, the region, the cart and what every page shows of
 * the shop. The regions, the collections and the cart are asked for concurrently.
 */
public final class Visit {

  /** Path of the checkout. */
  public static final String CHECKOUT = "/checkout";

  private static final String CART = "tradewind-cart";
  private static final String REGION = "tradewind-region";
  private static final String SWAP_COOKIE = "tradewind-swap";
  private static final String SWAP = "swap";
  private static final Duration MONTH = Duration.ofDays(30);
  private static final Duration YEAR = Duration.ofDays(365);
  private static final int MAX_COLLECTIONS = 6;

  private final RoutingContext context;
  private final StoreApi api;
  private final Language text;
  private List<Region> regions = List.of();
  private List<ProductCollection> collections = List.of();
  private final Map<StoreCall, String> sources = new HashMap<>();
  private @Nullable Cart cart;
  private @Nullable Cart ownCart;
  private @Nullable String completedCart;
  private @Nullable Region region;

  public Visit(RoutingContext context, StoreApi api, Language text) {
    this.context = context;
    this.api = api;
    this.text = text;
  }

  /** Reads what every page shows. */
  public Future<Visit> start() {
    Future<List<Region>> allRegions = ask(StoreCall.of("storeListRegions"), Answer.REGIONS);
    Future<List<ProductCollection>> shownCollections =
        ask(
            StoreCall.of("storeListCollections").where("limit", MAX_COLLECTIONS),
            Answer.COLLECTIONS);
    return Future.all(allRegions, shownCollections, readCart())
        .map(read -> {
          regions = allRegions.result();
          collections = shownCollections.result();
          return read;
        })
        .compose(read -> chosenRegion())
        .map(chosen -> {
          region = chosen.orElse(null);
          return this;
        });
  }

  /** Region of the cart, else of the cookie, else the shop's default one. */
  private Future<Optional<Region>> chosenRegion() {
    String chosen = cart == null ? cookie(REGION) : cart.region().id();
    Optional<Region> listed =
        regions.stream().filter(one -> regions.size() == 1 || one.id().equals(chosen)).findFirst();
    if (listed.isPresent() || regions.isEmpty()) {
      return Future.succeededFuture(listed);
    }
    return ask(StoreCall.of("storeListRegions").where("is_default", true), Answer.REGIONS)
        .map(found -> found.stream().findFirst());
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

  private Future<Reply> reply(StoreCall call) {
    return api.call(context, call)
        .compose(reply -> {
          if (reply.isProblem()) {
            return Future.failedFuture(RefusedException.of(reply, call.operation(), text));
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
   * Whether the request and the replies to its calls alone decide about the page. A search is a
   * costly call, which is not made twice.
   */
  public boolean isCacheable() {
    return !isWrite()
        && cookie(CART) == null
        && cookie(SWAP_COOKIE) == null
        && asked("q").isEmpty();
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
    return String.join(" ", api.baseUrl(context), context.request().uri(), cookie(REGION));
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

  /** Changes the open cart, and keeps it as it is then. */
  public Future<Cart> changeCart(StoreCall call) {
    return ask(call, Answer.CART)
        .map(changed -> {
          cart = changed;
          return changed;
        });
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

  public void rememberRegion(String id) {
    remember(REGION, id, YEAR);
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

  /** Value of the query; empty without one. */
  public String asked(String name) {
    String value = context.queryParams().get(name);
    return value == null ? "" : value.strip();
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

  public RoutingContext context() {
    return context;
  }

  public Language text() {
    return text;
  }

  public List<Region> regions() {
    return regions;
  }

  public List<ProductCollection> collections() {
    return collections;
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
