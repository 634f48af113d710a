package dev.tradewind.catalog.product;

import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.ColumnType;
import dev.tradewind.kernel.resource.Conditions;
import dev.tradewind.kernel.resource.Filter;
import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Shows products to shoppers, with what they cost where the shopper is. */
public final class ProductService {

  private static final String PRICES = "variants.prices";

  private static final View VIEW =
      View.of(
              Products.PRODUCT,
              "collection",
              "images",
              "options",
              "options.values",
              "profiles",
              "tags",
              "type",
              "variants",
              "variants.options",
              PRICES)
          .hiding("profile")
          .allowingFields("variants.title", "variants.prices.amount")
          .allowingRelations(
              "collection",
              "images",
              "options",
              "options.values",
              "profiles",
              "tags",
              "type",
              "variants",
              "variants.options",
              PRICES,
              "sales_channels");

  private static final Listing LISTING =
      Listing.of(VIEW, 100)
          .filter(
              "id",
              "collection_id",
              "type_id",
              "title",
              "description",
              "handle",
              "is_giftcard",
              "created_at",
              "updated_at")
          .filter(
              "tags",
              Filter.matching(
                  ColumnType.TEXT,
                  """
                  EXISTS (
                    SELECT FROM product_tagging AS link
                    WHERE link.product_id = t.id AND link.tag_id = ANY({})
                  )
                  """))
          .filter(
              "sales_channel_id",
              Filter.matching(
                  ColumnType.TEXT,
                  """
                  EXISTS (
                    SELECT FROM product_sales_channel AS link
                    WHERE link.product_id = t.id AND link.sales_channel_id = ANY({})
                  )
                  """))
          // The shop has no categories, so nothing is in one.
          .filter("category_id", (conditions, name, value) -> conditions.add("false"))
          .search(
              """
              t.title ILIKE {}
              OR t.description ILIKE {}
              OR EXISTS (
                SELECT FROM product_variant AS variant
                WHERE variant.product_id = t.id
                  AND variant.deleted_at IS NULL
                  AND (variant.title ILIKE {} OR variant.sku ILIKE {})
              )
              OR EXISTS (
                SELECT FROM product_collection AS collection
                WHERE collection.id = t.collection_id
                  AND collection.deleted_at IS NULL
                  AND collection.title ILIKE {}
              )
              """,
              "title",
              "description")
          .build();

  private static final String IN_DEFAULT_CHANNEL =
      """
      EXISTS (
        SELECT FROM product_sales_channel AS link
        JOIN store ON store.default_sales_channel_id = link.sales_channel_id
        WHERE link.product_id = t.id
      )
      """;

  private final ResourceReader reader;
  private final VariantPricing pricing;
  private final PricingContexts contexts;

  public ProductService(SqlClient db, VariantPricing pricing, PricingContexts contexts) {
    this.reader = new ResourceReader(db);
    this.pricing = pricing;
    this.contexts = contexts;
  }

  public void bind(Operations operations) {
    operations.on("storeListProducts", this::list).on("storeGetProduct", this::get);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    Selection wanted = VIEW.select(query);
    return contexts
        .of(request)
        .compose(context ->
            reader
                .list(
                    LISTING, query, wanted.without(PRICES), conditions -> onSale(conditions, query))
                .compose(page ->
                    priced(page.rows(), context, wanted)
                        .map(done -> Reply.ok(page.toJson("products")))));
  }

  private static void onSale(Conditions conditions, JsonObject query) {
    conditions.add("t.status = 'published'");
    if (!query.containsKey("sales_channel_id")) {
      conditions.add(IN_DEFAULT_CHANNEL);
    }
  }

  /** Whoever knows the id may see the product: a draft is previewed this way. */
  private Future<Reply> get(Request request) {
    String id = request.path("id");
    Selection wanted = VIEW.select(request.query());
    return contexts
        .of(request)
        .compose(context ->
            reader
                .find(wanted.without(PRICES), id)
                .map(found ->
                    found.orElseThrow(() ->
                        new Problem.NotFound("Product with id: " + id + " was not found")
                            .toException()))
                .compose(product ->
                    priced(List.of(product), context, wanted)
                        .map(done -> Reply.ok("product", product))));
  }

  private Future<Void> priced(List<JsonObject> products, PricingContext context, Selection wanted) {
    return wanted
        .relation(PRICES)
        .map(prices -> pricing.addTo(products, context, prices))
        .orElseGet(Future::succeededFuture);
  }
}
