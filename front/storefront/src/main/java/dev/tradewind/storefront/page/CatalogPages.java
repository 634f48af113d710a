package dev.tradewind.storefront.page;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.render.Html;
import dev.tradewind.storefront.render.ProductView;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages of the catalog: home, lists of products, and products. */
public final class CatalogPages {

  private static final int NEWEST = 8;
  private static final int SIZE = 24;
  private static final String LISTED = "title,subtitle,handle,thumbnail";

  /** Entries of the first rows, whose images are loaded first. */
  private static final int EAGER = 4;

  private final ShopDesign design;

  public CatalogPages(ShopDesign design) {
    this.design = design;
  }

  public Future<View> home(Visit visit) {
    return visit
        .call(listed(visit).where("limit", NEWEST).where("order", "-created_at"))
        .map(found ->
            View.Page.found("home", design.name())
                .with("description", visit.text().of("home.claim"))
                .with("products", cards(found, visit))
                .with("eager", EAGER));
  }

  /** All products, or those that a search has found. */
  public Future<View> products(Visit visit) {
    String query = visit.asked("q");
    Future<List<JsonObject>> categories =
        visit.list(
            StoreCall.of("storeListProductCategories")
                .where("parent_category_id", "null")
                .where("fields", "name,handle"),
            "product_categories");
    Future<JsonObject> found = visit.call(paged(listed(visit).where("q", query), visit));
    return Future.all(categories, found)
        .map(read -> {
          String title =
              query.isEmpty()
                  ? visit.text().of("list.all")
                  : visit.text().of("list.results", query);
          View.Page page =
              list(visit, title, found.result())
                  .with("categories", links(categories.result(), "/categories/"));
          // A search is no page of its own for search engines.
          return query.isEmpty() ? page : page.with("noindex", true).with("query", query);
        });
  }

  public Future<View> collection(Visit visit) {
    return visit
        .list(
            StoreCall.of("storeListCollections")
                .where("handle[]", visit.pathParameter("handle"))
                .where("limit", 1),
            "collections")
        .compose(found -> {
          JsonObject collection = only(found, visit);
          return visit
              .call(
                  paged(listed(visit).where("collection_id[]", collection.getString("id")), visit))
              .map(products -> list(visit, collection.getString("title"), products));
        });
  }

  public Future<View> category(Visit visit) {
    return visit
        .list(
            StoreCall.of("storeListProductCategories")
                .where("handle", visit.pathParameter("handle"))
                .where("include_descendants_tree", "false"),
            "product_categories")
        .compose(found -> {
          JsonObject category = only(found, visit);
          return visit
              .call(
                  paged(
                      listed(visit)
                          .where("category_id[]", category.getString("id"))
                          .where("include_category_children", "true"),
                      visit))
              .map(products ->
                  list(visit, category.getString("name"), products)
                      .with(
                          "categories",
                          links(
                              JsonArrays.objects(category.getJsonArray("category_children")),
                              "/categories/")));
        });
  }

  private static JsonObject only(List<JsonObject> found, Visit visit) {
    if (found.size() != 1) {
      throw new RefusedException(404, visit.text().of("problem.404"));
    }
    return found.getFirst();
  }

  private static List<Map<String, String>> links(List<JsonObject> all, String root) {
    return all.stream()
        .map(one ->
            Map.of(
                "title",
                one.getString("name"),
                "path",
                root + StoreCall.encoded(one.getString("handle"))))
        .toList();
  }

  private static StoreCall listed(Visit visit) {
    return StoreCall.of("storeListProducts")
        .where("region_id", visit.presentRegion().getString("id"))
        .where("is_giftcard", "false")
        .where("fields", LISTED)
        .where("expand", "variants,variants.prices");
  }

  private static StoreCall paged(StoreCall call, Visit visit) {
    return call.where("limit", SIZE).where("offset", (visit.pageNumber() - 1) * SIZE);
  }

  private static View.Page list(Visit visit, String title, JsonObject found) {
    int count = found.getInteger("count");
    int page = visit.pageNumber();
    int last = Math.max((count + SIZE - 1) / SIZE, 1);
    if (page > last) {
      throw new RefusedException(404, visit.text().of("problem.404"));
    }
    return View.Page.found("list", title)
        .with("description", visit.text().of("list.description", title))
        .with("products", cards(found, visit))
        .with("eager", EAGER)
        .with("count", count)
        .with("page", page)
        .with("lastPage", last)
        .with("query", "")
        .with("categories", List.of());
  }

  private static List<Map<String, Object>> cards(JsonObject found, Visit visit) {
    return JsonArrays.objects(found.getJsonArray("products")).stream()
        .map(product -> new ProductView(product, visit.currency(), visit.text()).card())
        .toList();
  }

  public Future<View> product(Visit visit) {
    return find(visit, visit.pathParameter("handle"))
        .map(found -> {
          if (found == null) {
            throw new RefusedException(404, visit.text().of("problem.404"));
          }
          return page(visit, found);
        });
  }

  /** The product of a handle; null if the shop does not sell it. */
  public static Future<@Nullable ProductView> find(Visit visit, String handle) {
    return visit
        .list(
            StoreCall.of("storeListProducts")
                .where("handle", handle)
                .where("region_id", visit.presentRegion().getString("id")),
            "products")
        .map(found ->
            found.size() == 1
                ? new ProductView(found.getFirst(), visit.currency(), visit.text())
                : null);
  }

  /** Request of an e-mail about a sold-out variant of the product. */
  public Future<View> requestRestock(Visit visit) {
    return find(visit, visit.pathParameter("handle"))
        .compose(product -> {
          if (product == null) {
            throw new RefusedException(404, visit.text().of("problem.404"));
          }
          JsonObject body =
              new JsonObject()
                  .put("email", visit.sent("email"))
                  .put("language", visit.text().language());
          return visit
              .call(
                  StoreCall.of("storeRequestRestockNotification", visit.sent("variant"))
                      .sending(body))
              .<View>map(done -> page(visit, product).with("told", visit.text().of("restock.done")))
              .recover(failure ->
                  failure instanceof RefusedException refusal && refusal.status() < 500
                      ? Future.succeededFuture(page(visit, product).refusing(refusal))
                      : Future.failedFuture(failure));
        });
  }

  /** Page of a product, also after a refused attempt to buy it. */
  public static View.Page page(Visit visit, ProductView view) {
    JsonObject product = view.product();
    JsonObject first = view.firstVariant();
    String description = product.getString("description", "");
    List<String> images = view.images();
    return View.Page.found("product", product.getString("title"))
        .with("description", description == null ? "" : description)
        .with("subtitle", product.getString("subtitle"))
        .with("handle", product.getString("handle"))
        .with("collection", collection(product))
        .with("images", images)
        .with("image", images.stream().filter(Html::isLink).findFirst().orElse(null))
        .with("options", view.options())
        .with("offer", first == null ? null : view.offer(first).getMap())
        .with("offers", view.offers())
        .with("facts", view.facts())
        .with("here", "/products/" + StoreCall.encoded(product.getString("handle")))
        .with("isSold", view.isSold())
        .with("soldOut", view.isSold() ? view.soldOut() : Map.of())
        .with("told", null)
        .with("product", view);
  }

  private static @Nullable Map<String, String> collection(JsonObject product) {
    JsonObject collection = product.getJsonObject("collection");
    return collection == null
        ? null
        : Map.of(
            "title",
            collection.getString("title"),
            "path",
            "/collections/" + StoreCall.encoded(collection.getString("handle")));
  }
}
