package dev.tradewind.storefront.page;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Category;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.render.CategoryLinks;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.render.ProductCard;
import dev.tradewind.storefront.render.TextPart;
import dev.tradewind.storefront.search.Filters;
import dev.tradewind.storefront.search.ListSearch;
import dev.tradewind.storefront.search.ListSearch.Help;
import dev.tradewind.storefront.search.ListSearch.Result;
import dev.tradewind.storefront.visit.ListQuery;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lists of products with search, filters and orders, and the list of categories. While the search
 * is not available, lists are those of the product list, without filters.
 */
public final class ListPages {

  private static final int SIZE = 24;
  private static final int SUGGESTIONS = 6;

  /** Categories on a page of their list, and links below each of them. */
  private static final int CATEGORIES = 100;

  private static final int CHILDREN = 24;

  /** Entries of the first rows, whose images are loaded first. */
  private static final int EAGER = 4;

  /**
   * Content of a list of products.
   *
   * @param eager number of entries whose images are loaded first
   * @param count of all products of the list
   * @param page its number, from 1
   * @param address of the list, which the number of a page follows
   * @param filters null while there are none
   * @param isUnfiltered whether filters were asked for that are not available
   * @param allCategories path of the page with all categories; null where it is not named
   * @param query words of the search; empty without one
   * @param correction list of words with which more is found; null where none seems misspelled
   * @param noindex whether search engines leave it out, as they do lists for some words or filters
   */
  private record Listing(
      String description,
      List<ProductCard> products,
      int eager,
      int count,
      int page,
      int lastPage,
      String address,
      @Nullable Filters filters,
      boolean isUnfiltered,
      List<Help> help,
      List<Link> categories,
      @Nullable String allCategories,
      String query,
      @Nullable Link correction,
      boolean noindex) {}

  /** Content of a page of the list of categories. */
  private record Categories(String description, List<CategoryLinks> tree, int page, int lastPage) {}

  /** Products of a page, and of the whole list. */
  private record Products(List<ProductCard> cards, int count) {}

  /** Kind of a list: its search, and the product list that replaces it. */
  private record Listed(
      String title,
      Supplier<ListSearch> search,
      StoreCall instead,
      List<Link> categories,
      @Nullable String allCategories) {}

  /** All products, or those that a search has found. */
  public Future<View> products(Visit visit) {
    String words = visit.listQuery().words();
    String title =
        words.isEmpty() ? visit.text().of("list.all") : visit.text().of("list.results", words);
    List<Link> categories =
        visit.categories().stream().map(one -> Link.toCategory(one.name(), one.handle())).toList();
    return list(
        visit,
        new Listed(
            title,
            () -> ListSearch.ofAll(visit),
            CatalogPages.listed(visit),
            categories,
            categories.isEmpty() ? null : "/categories"));
  }

  public Future<View> collection(Visit visit) {
    return visit
        .ask(
            StoreCall.of("storeListCollections")
                .where("handle[]", visit.pathParameter("handle"))
                .where("limit", 1),
            Answer.COLLECTIONS)
        .compose(found -> {
          ProductCollection collection = CatalogPages.only(found, visit);
          return list(
              visit,
              new Listed(
                  collection.title(),
                  () -> ListSearch.ofCollection(visit, collection.id()),
                  CatalogPages.listed(visit).where("collection_id[]", collection.id()),
                  List.of(),
                  null));
        });
  }

  public Future<View> category(Visit visit) {
    return visit
        .ask(
            StoreCall.of("storeListProductCategories")
                .where("handle", visit.pathParameter("handle"))
                .where("include_descendants_tree", "false"),
            Answer.CATEGORIES)
        .compose(found -> {
          Category category = CatalogPages.only(found, visit);
          return list(
              visit,
              new Listed(
                  category.name(),
                  () -> ListSearch.ofCategory(visit, category.id()),
                  CatalogPages.listed(visit)
                      .where("category_id[]", category.id())
                      .where("include_category_children", "true"),
                  category.categoryChildren().stream()
                      .map(one -> Link.toCategory(one.name(), one.handle()))
                      .toList(),
                  null));
        });
  }

  private static Future<View> list(Visit visit, Listed listed) {
    ListQuery query = visit.listQuery();
    Optional<String> canonical = query.canonical(visit.context().queryParams());
    if (canonical.isPresent()) {
      return Future.succeededFuture(new View.Redirect(visit.page() + canonical.get()));
    }
    return searched(visit, listed)
        .recover(failure ->
            failure instanceof RefusedException refused && refused.status() == 503
                ? unsearched(visit, listed)
                : Future.failedFuture(failure));
  }

  /**
   * The list by the search. Of a list without words and filters, pages beyond the hits of a search
   * are those of the product list.
   */
  private static Future<View> searched(Visit visit, Listed listed) {
    ListQuery query = visit.listQuery();
    int offset = offset(visit);
    boolean isBeyond = offset + SIZE > ListSearch.MAX_HITS;
    if (isBeyond && query.isPlain()) {
      return Future.all(listed.search().get().find(0, 0), products(visit, listed.instead()))
          .map(read -> view(visit, listed, read.resultAt(1), read.<Result>resultAt(0)));
    }
    return listed
        .search()
        .get()
        .find(Math.min(offset, ListSearch.MAX_HITS), SIZE)
        .map(found -> {
          int shown =
              query.isPlain() ? found.count() : Math.min(found.count(), ListSearch.MAX_HITS);
          return view(
              visit, listed, new Products(found.products(), found.count()), shown, found, false);
        });
  }

  /** The list without filters. It is not kept, because the search may be available again. */
  private static Future<View> unsearched(Visit visit, Listed listed) {
    StoreCall call = listed.instead().where("q", visit.listQuery().words());
    return products(visit, call)
        .map(found -> view(visit, listed, found, found.count(), null, true));
  }

  private static Future<Products> products(Visit visit, StoreCall call) {
    return visit
        .ask(call.where("limit", SIZE).where("offset", offset(visit)), Answer.PRODUCT_LIST)
        .map(found -> new Products(CatalogPages.cards(found, visit), found.count()));
  }

  private static int offset(Visit visit) {
    return (visit.pageNumber() - 1) * SIZE;
  }

  private static View view(Visit visit, Listed listed, Products products, Result found) {
    return view(visit, listed, products, products.count(), found, false);
  }

  /**
   * @param paged products that the pages of the list can show
   * @param found null while the search is not available
   */
  private static View view(
      Visit visit,
      Listed listed,
      Products products,
      int paged,
      @Nullable Result found,
      boolean isProvisional) {
    ListQuery query = visit.listQuery();
    int page = visit.pageNumber();
    int last = Math.max((paged + SIZE - 1) / SIZE, 1);
    if (page > last) {
      throw new RefusedException(404, visit.text().of("problem.404"));
    }
    Listing listing =
        new Listing(
            visit.text().of("list.description", listed.title()),
            products.cards(),
            EAGER,
            products.count(),
            page,
            last,
            query.isPlain() ? "?" : query.query() + "&",
            found == null ? null : found.filters(),
            found == null && (query.isFiltered() || !query.sort().isEmpty()),
            found == null ? List.of() : found.help(),
            listed.categories(),
            listed.allCategories(),
            query.words(),
            found == null ? null : found.correction(),
            !query.isPlain());
    return isProvisional
        ? View.Page.personal("list", listed.title(), listing)
        : View.Page.found("list", listed.title(), listing);
  }

  /** Categories at the top, each with some of those below it. */
  public Future<View> categories(Visit visit) {
    int page = visit.pageNumber();
    return visit
        .ask(
            Visit.topCategories()
                .where("limit", CATEGORIES)
                .where("offset", (page - 1) * CATEGORIES),
            Answer.CATEGORY_PAGE)
        .map(found -> {
          int last = Math.max((found.count() + CATEGORIES - 1) / CATEGORIES, 1);
          if (page > last) {
            throw new RefusedException(404, visit.text().of("problem.404"));
          }
          String title = visit.text().of("list.categories");
          return View.Page.found(
              "categories",
              title,
              new Categories(
                  visit.text().of("list.description", title),
                  found.productCategories().stream()
                      .map(one -> CategoryLinks.of(one, CHILDREN))
                      .toList(),
                  page,
                  last));
        });
  }

  /** Products for words that are being typed, for the script of the search field. */
  public Future<View> suggest(Visit visit) {
    Future<List<ProductCard>> found =
        visit.listQuery().words().isEmpty()
            ? Future.succeededFuture(List.of())
            : ListSearch.ofAll(visit).suggest(SUGGESTIONS);
    return found.map(products ->
        new View.Json(
            new JsonObject()
                .put("status", visit.text().of("search.suggested", products.size()))
                .put(
                    "suggestions",
                    new JsonArray(
                        products.stream().map(product -> suggestion(visit, product)).toList()))));
  }

  private static JsonObject suggestion(Visit visit, ProductCard product) {
    JsonArray title = new JsonArray();
    for (TextPart part : product.marked()) {
      title.add(new JsonObject().put("text", part.text()).put("marked", part.isMarked()));
    }
    return new JsonObject()
        .put("path", visit.market().path(product.path()))
        .put("title", title)
        .put("price", product.price());
  }
}
