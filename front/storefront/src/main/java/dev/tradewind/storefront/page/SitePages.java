package dev.tradewind.storefront.page;

import dev.tradewind.kernel.text.LocalPath;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Answer.Listed;
import dev.tradewind.storefront.answer.Region;
import dev.tradewind.storefront.design.Market;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.look.Look;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of the shop's own, the choice of a region, and files for search engines. */
public final class SitePages {

  /** Products in one file: the longest page of a list. */
  private static final int SIZE = 1000;

  /** File of the lists and of pages of the shop's own. */
  private static final String LISTS = "0";

  /** File of the first products. */
  private static final String FIRST = "1";

  /** Beginning of the name of each further file, in front of the id behind which it begins. */
  private static final String BEHIND = "after-";

  /** Regular expression of the names of files. */
  public static final String FILES = "[01]|" + BEHIND + "[^/]+";

  private final ShopDesign design;

  public SitePages(ShopDesign design) {
    this.design = design;
  }

  /** Content of a page of the shop's own, as HTML in a language, which may be another one. */
  private record Own(String description, String content, String language) {}

  public Future<View> own(Visit visit) {
    return own(visit, visit.pathParameter("name"));
  }

  public Future<View> own(Visit visit, String name) {
    return visit.look().pages().stream()
        .filter(page -> page.path().equals(name))
        .findFirst()
        .<Future<View>>map(page ->
            Future.succeededFuture(
                View.Page.found(
                    "own-page", page.title(), new Own(page.title(), page.html(), page.language()))))
        .orElseGet(
            () -> Future.failedFuture(new RefusedException(404, visit.text().of("problem.404"))));
  }

  /** Choice of cookies of others; a shop without tags has none. */
  public Future<View> showConsent(Visit visit) {
    if (visit.look().tags().isEmpty()) {
      return Future.failedFuture(new RefusedException(404, visit.text().of("problem.404")));
    }
    return Future.succeededFuture(View.Page.personal("consent", visit.text().of("consent.title")));
  }

  public Future<View> chooseConsent(Visit visit) {
    String choice = visit.sent("choice");
    if (!choice.equals("accept") && !choice.equals("decline")) {
      throw new RefusedException(400, visit.text().of("problem.400"));
    }
    visit.rememberConsent(choice.equals("accept"));
    return Future.succeededFuture(new View.Redirect(LocalPath.of(visit.sent("back"), "/")));
  }

  /** Chooses a region or a country of it, also for the open cart, whose prices change with it. */
  public Future<View> chooseRegion(Visit visit) {
    String chosen = visit.sent("region");
    Region region =
        visit.regions().stream()
            .filter(one -> one.isChosenBy(chosen))
            .findFirst()
            .orElseThrow(() -> new RefusedException(400, visit.text().of("problem.400")));
    visit.rememberRegion(chosen);
    String country = region.id().equals(chosen) ? null : chosen;
    String back = LocalPath.of(visit.sent("back"), "/");
    View view = new View.Elsewhere(design.market(visit.text(), country).path(back));
    return visit.moveCart(region).map(moved -> view);
  }

  public static String robots(String baseUrl) {
    return """
    User-agent: *
    Disallow: /account
    Disallow: /admin/
    Disallow: /app
    Disallow: /cart
    Disallow: /checkout
    Disallow: /orders/
    Disallow: /store/
    Disallow: /suggestions
    Sitemap: %s/sitemap.xml
    """
        .formatted(baseUrl);
  }

  /** Index of the files with paths: lists first, then the products. */
  public Future<String> index(Visit visit, String baseUrl) {
    Future<List<String>> files = files(visit, new ArrayList<>(List.of(LISTS)), null);
    return Future.all(files, markets(visit))
        .map(read -> {
          List<Market> markets = read.resultAt(1);
          List<String> names = new ArrayList<>();
          // Files of a country are of one market each, because a page has many.
          for (Market market : markets) {
            for (String file : files.result()) {
              if (market.country() != null) {
                names.add(market.prefix().substring(1) + "-" + file);
              } else if (market.equals(markets.getFirst())) {
                names.add(file);
              }
            }
          }
          return Sitemap.index(baseUrl, names);
        });
  }

  /** A file begins behind the last product of the one before: each costs the same. */
  private static Future<List<String>> files(
      Visit visit, List<String> before, @Nullable String after) {
    return visit
        .ask(
            products(after).where("offset", SIZE - 1).where("limit", 2).showing("id"),
            Answer.PRODUCT_KEYS)
        .compose(found -> {
          String file = after == null ? FIRST : BEHIND + StoreCall.encoded(after);
          // A node of an older version does not know the key, and answers with the first products
          // again.
          boolean isRead = before.contains(file);
          if (found.count() > 0 && !isRead) {
            before.add(file);
          }
          return found.products().size() < 2 || isRead
              ? Future.succeededFuture(before)
              : files(visit, before, found.products().getFirst().id());
        });
  }

  private static StoreCall products(@Nullable String after) {
    return StoreCall.of("storeListProducts")
        .where("is_giftcard", "false")
        .where("order", "id")
        .where("after", after);
  }

  private Future<List<Market>> markets(Visit visit) {
    return design.hasCountryPaths()
        ? visit.askRegions().map(regions -> design.markets(Region.codes(regions)))
        : Future.succeededFuture(design.markets(List.of()));
  }

  /** File of the paths in the market of the visit, or of all languages if that has no country. */
  public Future<String> paths(Visit visit, String baseUrl, String file) {
    Market own = visit.market();
    Market otherwise = design.market(design.defaultLanguage());
    return markets(visit)
        .compose(markets -> {
          if (own.country() == null) {
            List<Market> languages = design.markets(List.of());
            return entries(visit, file)
                .map(entries -> new Sitemap(baseUrl, languages, languages, otherwise).of(entries));
          }
          if (markets.stream().noneMatch(one -> one.prefix().equals(own.prefix()))) {
            throw new RefusedException(404, visit.text().of("problem.404"));
          }
          return entries(visit, file)
              .map(entries -> new Sitemap(baseUrl, List.of(own), List.of(), otherwise).of(entries));
        });
  }

  private static Future<List<Sitemap.Entry>> entries(Visit visit, String file) {
    return switch (file) {
      case LISTS -> lists(visit);
      case FIRST -> products(visit, null);
      default -> products(visit, file.substring(BEHIND.length()));
    };
  }

  private static Future<List<Sitemap.Entry>> lists(Visit visit) {
    Future<List<Listed>> collections =
        visit.askAll(StoreCall.of("storeListCollections"), Answer.LISTED_COLLECTIONS);
    Future<List<Listed>> categories =
        visit.askAll(
            StoreCall.of("storeListProductCategories").showing("handle,updated_at"),
            Answer.LISTED_CATEGORIES);
    Future<Look> look = visit.readLook();
    return Future.all(collections, categories, look)
        .map(read -> {
          List<Sitemap.Entry> entries = new ArrayList<>();
          entries.add(Sitemap.Entry.of("/"));
          entries.add(Sitemap.Entry.of("/products"));
          if (!categories.result().isEmpty()) {
            entries.add(Sitemap.Entry.of("/categories"));
          }
          collections.result().forEach(one -> entries.add(entry("/collections/", one)));
          categories.result().forEach(one -> entries.add(entry("/categories/", one)));
          look.result()
              .pages()
              .forEach(page -> entries.add(Sitemap.Entry.of("/pages/" + page.path())));
          return entries;
        });
  }

  private static Future<List<Sitemap.Entry>> products(Visit visit, @Nullable String after) {
    return visit
        .ask(
            products(after).where("limit", SIZE).showing("handle,updated_at,thumbnail"),
            Answer.LISTED_PRODUCTS)
        .map(products -> {
          if (products.isEmpty()) {
            throw new RefusedException(404, visit.text().of("problem.404"));
          }
          return products.stream().map(product -> entry("/products/", product)).toList();
        });
  }

  private static Sitemap.Entry entry(String folder, Listed listed) {
    return new Sitemap.Entry(
        folder + StoreCall.encoded(listed.handle()), listed.updatedAt(), listed.thumbnail());
  }
}
