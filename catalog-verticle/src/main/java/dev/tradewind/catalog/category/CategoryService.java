package dev.tradewind.catalog.category;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.function.Supplier;

/** Reads of product categories, for the storefront and for staff. */
public final class CategoryService {

  private final CategoryViews staff;
  private final CategoryViews shoppers;
  private final ReplyCache cache;

  public CategoryService(SqlClient db, CategoryTreeStore tree, ReplyCache cache) {
    this.staff = CategoryViews.forStaff(db, tree);
    this.shoppers = CategoryViews.forShoppers(db, tree);
    this.cache = cache;
  }

  public void bind(Operations operations) {
    operations
        .on("storeListProductCategories", request -> cached(request, () -> list(request, shoppers)))
        .on("storeGetProductCategory", request -> cached(request, () -> get(request, shoppers)))
        .on("adminListProductCategories", request -> list(request, staff))
        .on("adminGetProductCategory", request -> get(request, staff));
  }

  private Future<Reply> cached(Request request, Supplier<Future<Reply>> read) {
    return cache.get(request, Dependencies.on(CatalogChangeKind.PRODUCT_CATEGORY), read);
  }

  private Future<Reply> list(Request request, CategoryViews views) {
    return views.list(request.query()).map(page -> page.reply("product_categories"));
  }

  private Future<Reply> get(Request request, CategoryViews views) {
    String id = request.path("id");
    Selection requested = views.select(request.query());
    return views
        .find(id, requested)
        .map(found -> Reply.ok("product_category", found.orElseThrow(() -> views.notFound(id))));
  }
}
