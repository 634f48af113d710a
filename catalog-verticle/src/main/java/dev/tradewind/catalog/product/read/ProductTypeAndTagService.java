package dev.tradewind.catalog.product.read;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.discount.ConditionType;
import dev.tradewind.api.discount.DiscountConditionFilter;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.Set;

/** Lists of product types and tags, which are created with the products. */
public final class ProductTypeAndTagService {

  private static final ListDefinition TYPES = listing(ProductResources.TYPE, 20);
  private static final ListDefinition TAGS = listing(ProductResources.TAG, 10);
  private static final ListDefinition STORE_TAGS = listing(ProductResources.TAG, 20);

  private static final Selection TYPE =
      Selection.of(ProductResources.TYPE)
          .withFields(Set.of("value", "created_at", "updated_at", "deleted_at", "metadata"));

  private final ProductTagStore store = new ProductTagStore();
  private final SqlClient db;
  private final ReplyCache cache;
  private final ResourceReader reader;
  private final DiscountConditionFilter typesOfCondition;
  private final DiscountConditionFilter tagsOfCondition;

  public ProductTypeAndTagService(SqlClient db, ReplyCache cache, OperationClient bus) {
    this.db = db;
    this.cache = cache;
    this.reader = new ResourceReader(db);
    this.typesOfCondition = new DiscountConditionFilter(bus, ConditionType.PRODUCT_TYPES);
    this.tagsOfCondition = new DiscountConditionFilter(bus, ConditionType.PRODUCT_TAGS);
  }

  private static ListDefinition listing(Resource resource, int limit) {
    return ListDefinition.of(View.of(resource).showingWhenNamed("deleted_at", "metadata"), limit)
        .filter("id", "value", "created_at", "updated_at")
        .indexedSearch("t.value ILIKE {}")
        .build();
  }

  public void bind(Operations operations) {
    operations
        .on(
            "adminListProductTypes",
            request -> list(request, TYPES, typesOfCondition, "product_types"))
        .on("adminListProductTags", request -> list(request, TAGS, tagsOfCondition, "product_tags"))
        .on(
            "storeListProductTypes",
            request ->
                cache.get(
                    request,
                    Dependencies.on(CatalogChangeKind.PRODUCT_TYPE),
                    () -> list(request, TYPES, typesOfCondition, "product_types")))
        .on(
            "storeListProductTags",
            request ->
                cache.get(
                    request,
                    Dependencies.on(CatalogChangeKind.PRODUCT_TAG),
                    () -> list(request, STORE_TAGS, tagsOfCondition, "product_tags")))
        .on("adminListTypesOfProducts", request -> types())
        .on("adminGetProductTagUsage", request -> usage());
  }

  private Future<Reply> list(
      Request request, ListDefinition listing, DiscountConditionFilter ofCondition, String name) {
    return ofCondition
        .of(request)
        .compose(named -> reader.list(listing, request.query(), named))
        .map(page -> page.reply(name));
  }

  private Future<Reply> types() {
    WhereClause current = new WhereClause().add("t.deleted_at IS NULL");
    return reader
        .select(TYPE, current, "t.value")
        .map(types -> Reply.ok(new JsonObject().put("types", new JsonArray(types))));
  }

  private Future<Reply> usage() {
    return store.findUsage(db).map(tags -> Reply.ok(new JsonObject().put("tags", tags)));
  }
}
