package dev.tradewind.storefront.page;

import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Category;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.answer.ProductList;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.render.Link;
import dev.tradewind.storefront.render.ProductCard;
import dev.tradewind.storefront.render.ProductView;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pages of the catalog: home, lists of products, and products. */
public final class CatalogPages {

  private static final int NEWEST = 8;
  private static final int SIZE = 24;
  private static final String LISTED = "title,subtitle,handle,thumbnail";

  private static final Search UNSEARCHED = new Search("", false);

  /** Entries of the first rows, whose images are loaded first. */
  private static final int EAGER = 4;

  private final ShopDesign design;

  /**
   * Content of the home page.
   *
   * @param eager number of entries whose images are loaded first
   */
  private record Home(String description, List<ProductCard> products, int eager) {}

  /**
   * Content of a list of products.
   *
   * @param eager number of entries whose images are loaded first
   * @param count of all products of the list
   * @param page its number, from 1
   */
  private record Listing(
      String description,
      List<ProductCard> products,
      int eager,
      int count,
      int page,
      int lastPage,
      List<Link> categories) {}

  /** Search that has found the products of a list; such a list is no page of search engines. */
  private record Search(String query, boolean noindex) {}

  public CatalogPages(ShopDesign design) {
    this.design = design;
  }

  public Future<View> home(Visit visit) {
    return visit
        .ask(
            listed(visit).where("limit", NEWEST).where("order", "-created_at"), Answer.PRODUCT_LIST)
        .map(found ->
            View.Page.found(
                "home",
                design.name(),
                new Home(visit.text().of("home.claim"), cards(found, visit), EAGER)));
  }

  /** All products, or those that a search has found. */
  public Future<View> products(Visit visit) {
    String query = visit.asked("q");
    Future<List<Category>> categories =
        visit.ask(
            StoreCall.of("storeListProductCategories")
                .where("parent_category_id", "null")
                .where("fields", "name,handle"),
            Answer.CATEGORIES);
    Future<ProductList> found =
        visit.ask(paged(listed(visit).where("q", query), visit), Answer.PRODUCT_LIST);
    String title =
        query.isEmpty() ? visit.text().of("list.all") : visit.text().of("list.results", query);
    return Future.all(categories, found)
        .map(read ->
            list(
                visit,
                title,
                found.result(),
                categories.result().stream()
                    .map(one -> Link.toCategory(one.name(), one.handle()))
                    .toList(),
                new Search(query, !query.isEmpty())));
  }

  public Future<View> collection(Visit visit) {
    return visit
        .ask(
            StoreCall.of("storeListCollections")
                .where("handle[]", visit.pathParameter("handle"))
                .where("limit", 1),
            Answer.COLLECTIONS)
        .compose(found -> {
          ProductCollection collection = only(found, visit);
          return visit
              .ask(
                  paged(listed(visit).where("collection_id[]", collection.id()), visit),
                  Answer.PRODUCT_LIST)
              .map(products -> list(visit, collection.title(), products, List.of(), UNSEARCHED));
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
          Category category = only(found, visit);
          List<Link> children =
              category.categoryChildren().stream()
                  .map(one -> Link.toCategory(one.name(), one.handle()))
                  .toList();
          return visit
              .ask(
                  paged(
                      listed(visit)
                          .where("category_id[]", category.id())
                          .where("include_category_children", "true"),
                      visit),
                  Answer.PRODUCT_LIST)
              .map(products -> list(visit, category.name(), products, children, UNSEARCHED));
        });
  }

  private static <T> T only(List<T> found, Visit visit) {
    if (found.size() != 1) {
      throw new RefusedException(404, visit.text().of("problem.404"));
    }
    return found.getFirst();
  }

  private static StoreCall listed(Visit visit) {
    return StoreCall.of("storeListProducts")
        .where("region_id", visit.presentRegion().id())
        .where("is_giftcard", "false")
        .where("fields", LISTED)
        .where("expand", "variants,variants.prices");
  }

  private static StoreCall paged(StoreCall call, Visit visit) {
    return call.where("limit", SIZE).where("offset", (visit.pageNumber() - 1) * SIZE);
  }

  private static View list(
      Visit visit, String title, ProductList found, List<Link> categories, Search search) {
    int page = visit.pageNumber();
    int last = Math.max((found.count() + SIZE - 1) / SIZE, 1);
    if (page > last) {
      throw new RefusedException(404, visit.text().of("problem.404"));
    }
    Listing listing =
        new Listing(
            visit.text().of("list.description", title),
            cards(found, visit),
            EAGER,
            found.count(),
            page,
            last,
            categories);
    return View.Page.found("list", title, listing, search);
  }

  private static List<ProductCard> cards(ProductList found, Visit visit) {
    return found.products().stream()
        .map(product -> new ProductView(product, visit.currency(), visit.text()).card())
        .toList();
  }

  public Future<View> product(Visit visit) {
    return find(visit, visit.pathParameter("handle")).map(found -> page(visit, found, null));
  }

  /** The product of a handle; refused if the shop does not sell it. */
  static Future<ProductView> find(Visit visit, String handle) {
    return visit
        .ask(
            StoreCall.of("storeListProducts")
                .where("handle", handle)
                .where("region_id", visit.presentRegion().id()),
            Answer.PRODUCTS)
        .map(found -> new ProductView(only(found, visit), visit.currency(), visit.text()));
  }

  /** Request of an e-mail about a sold-out variant of the product. */
  public Future<View> requestRestock(Visit visit) {
    JsonObject body =
        new JsonObject().put("email", visit.sent("email")).put("language", visit.text().language());
    return find(visit, visit.pathParameter("handle"))
        .compose(product ->
            visit
                .call(
                    StoreCall.of("storeRequestRestockNotification", visit.sent("variant"))
                        .sending(body))
                .<View>map(done -> page(visit, product, visit.text().of("restock.done")))
                .recover(
                    RefusedException.shownBy(refusal ->
                        Future.succeededFuture(page(visit, product, null).refusing(refusal)))));
  }

  /**
   * Page of a product, also after a refused attempt to buy it.
   *
   * @param told what a request of an e-mail has led to; absent without one
   */
  static View.Page page(Visit visit, ProductView product, @Nullable String told) {
    return View.Page.found(
        "product", product.product().title(), product.details(visit.url()), product.offer(told));
  }
}
