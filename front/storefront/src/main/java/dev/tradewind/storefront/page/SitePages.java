package dev.tradewind.storefront.page;

import dev.tradewind.kernel.text.LocalPath;
import dev.tradewind.storefront.answer.Answer;
import dev.tradewind.storefront.answer.Answer.Handle;
import dev.tradewind.storefront.answer.ProductCollection;
import dev.tradewind.storefront.design.ShopDesign;
import dev.tradewind.storefront.visit.RefusedException;
import dev.tradewind.storefront.visit.StoreCall;
import dev.tradewind.storefront.visit.View;
import dev.tradewind.storefront.visit.Visit;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Pages of the shop's own, the choice of a region, and files for search engines. */
public final class SitePages {

  /** Products in one file: the longest page of a list. */
  private static final int SIZE = 1000;

  private static final int MAX_LISTED = 100;

  private final ShopDesign design;

  public SitePages(ShopDesign design) {
    this.design = design;
  }

  /** Content of a page of the shop's own, as HTML. */
  private record Own(String description, String content) {}

  public Future<View> own(Visit visit) {
    return design.pagesIn(visit.text()).stream()
        .filter(page -> page.path().equals(visit.pathParameter("name")))
        .findFirst()
        .<Future<View>>map(page ->
            Future.succeededFuture(
                View.Page.found("own-page", page.title(), new Own(page.title(), page.html()))))
        .orElseGet(
            () -> Future.failedFuture(new RefusedException(404, visit.text().of("problem.404"))));
  }

  /** Chooses a region, also for the open cart, whose prices change with it. */
  public Future<View> chooseRegion(Visit visit) {
    String id = visit.sent("region");
    if (visit.regions().stream().noneMatch(region -> region.id().equals(id))) {
      throw new RefusedException(400, visit.text().of("problem.400"));
    }
    visit.rememberRegion(id);
    View view = new View.Redirect(LocalPath.of(visit.sent("back"), "/"));
    if (visit.cart() == null) {
      return Future.succeededFuture(view);
    }
    return visit
        .changeCart(
            StoreCall.of("storeUpdateCart", visit.cartId())
                .sending(new JsonObject().put("region_id", id)))
        .map(changed -> view);
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
    Sitemap: %s/sitemap.xml
    """
        .formatted(baseUrl);
  }

  /** Index of the files with paths: lists first, then the products. */
  public Future<String> index(Visit visit, String baseUrl) {
    return visit
        .ask(
            StoreCall.of("storeListProducts").where("limit", 1).where("fields", "id"), Answer.COUNT)
        .map(found -> {
          int files = 1 + (found.count() + SIZE - 1) / SIZE;
          StringBuilder xml = new StringBuilder(start("sitemapindex"));
          for (int number = 0; number < files; number++) {
            xml.append(
                "<sitemap><loc>%s/sitemaps/%s.xml</loc></sitemap>\n".formatted(baseUrl, number));
          }
          return xml.append("</sitemapindex>\n").toString();
        });
  }

  public Future<String> paths(Visit visit, String baseUrl, int number) {
    Future<List<String>> paths = number == 0 ? lists(visit) : products(visit, number);
    return paths.map(all -> {
      StringBuilder xml = new StringBuilder(start("urlset"));
      all.forEach(path -> xml.append("<url><loc>%s%s</loc></url>\n".formatted(baseUrl, path)));
      return xml.append("</urlset>\n").toString();
    });
  }

  private static String start(String element) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <%s xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    """
        .formatted(element);
  }

  private Future<List<String>> lists(Visit visit) {
    Future<List<ProductCollection>> collections =
        visit.ask(
            StoreCall.of("storeListCollections").where("limit", MAX_LISTED), Answer.COLLECTIONS);
    Future<List<Handle>> categories =
        visit.ask(
            StoreCall.of("storeListProductCategories")
                .where("limit", MAX_LISTED)
                .where("fields", "handle"),
            Answer.CATEGORY_HANDLES);
    return Future.all(collections, categories)
        .map(read -> {
          List<String> paths = new ArrayList<>(List.of("/", "/products"));
          collections
              .result()
              .forEach(one -> paths.add("/collections/" + StoreCall.encoded(one.handle())));
          categories
              .result()
              .forEach(one -> paths.add("/categories/" + StoreCall.encoded(one.handle())));
          design.pagesIn(visit.text()).forEach(page -> paths.add("/pages/" + page.path()));
          return paths;
        });
  }

  private static Future<List<String>> products(Visit visit, int number) {
    return visit
        .ask(
            StoreCall.of("storeListProducts")
                .where("limit", SIZE)
                .where("offset", (number - 1) * SIZE)
                .where("order", "id")
                .where("fields", "handle"),
            Answer.PRODUCT_HANDLES)
        .map(products -> {
          if (products.isEmpty()) {
            throw new RefusedException(404, visit.text().of("problem.404"));
          }
          return products.stream()
              .map(product -> "/products/" + StoreCall.encoded(product.handle()))
              .toList();
        });
  }
}
