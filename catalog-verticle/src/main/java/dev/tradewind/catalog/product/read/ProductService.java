package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.cache.CachedCounts;
import dev.tradewind.catalog.cache.CatalogReplies;
import dev.tradewind.catalog.category.PublicCategories;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Storefront products with the shopper's prices. Only published products are visible. A list is the
 * products of a sales channel: the requested one, else the channels of the publishable key, else
 * the store's default; a single product is visible in any channel, unless a key or {@code
 * sales_channel_id} restricts it.
 */
public final class ProductService {

  private static final View VIEW =
      View.of(
              ProductResources.PRODUCT,
              "collection",
              "images",
              "options",
              "options.values",
              "profiles",
              "tags",
              "type",
              "variants",
              "variants.options",
              ProductViews.PRICES)
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
              ProductViews.PRICES,
              "variants.inventory_items",
              "sales_channels",
              "categories");

  private static final ListDefinition LISTING =
      ProductFilters.listing(VIEW, 100).publicFields("product").build();

  private static final String PUBLISHED = "t.status = 'published'";

  private static final String DEFAULT_CHANNEL = "(SELECT default_sales_channel_id FROM store)";

  private final ProductViews views;
  private final PublishableKeys keys;
  private final CachedProducts cached;
  private final CachedCounts counts;

  public ProductService(
      ProductViews views, PricingContexts contexts, PublishableKeys keys, CatalogReplies cache) {
    this.views = views;
    this.keys = keys;
    this.cached = new CachedProducts(contexts, cache.responses());
    this.counts = cache.counts();
  }

  public void bind(Operations operations) {
    operations
        .on("storeListProducts", request -> cached.read(request, context -> list(request, context)))
        .on("storeGetProduct", request -> cached.read(request, context -> get(request, context)));
  }

  /**
   * The products of these ids as a list shows them to the shopper, in any order; without those that
   * the list does not show.
   *
   * @param ofKey channels of the publishable key; empty without one
   */
  public Future<List<JsonObject>> findListed(
      List<String> ids, PricingContext shopper, List<String> ofKey) {
    JsonObject query = new JsonObject().put("id", new JsonArray(ids)).put("limit", ids.size());
    // A product that is kept has all its parts, regardless of what it was read with.
    Selection requested = VIEW.defaults().whole();
    return views
        .page(
            LISTING,
            query,
            ofKey.isEmpty() ? requested : requested.with("sales_channels"),
            shopper,
            conditions -> onSale(conditions, query, ofKey, false),
            (counted, statement) -> Future.succeededFuture((long) ids.size()))
        .compose(page -> views.addAvailability(page.rows(), listScope(query, ofKey)).map(page))
        .map(page -> {
          page.rows().forEach(PublicCategories::restrict);
          return page.rows();
        });
  }

  private Future<CachedReply> list(Request request, Future<PricingContext> shopper) {
    JsonObject query = request.query().copy();
    boolean areGoods = ProductFilters.takeGoods(query);
    Selection requested = VIEW.select(query);
    return keys.channels(request)
        .compose(ofKey -> {
          PublishableKeys.requireWithin(texts(query.getValue("sales_channel_id")), ofKey);
          return shopper
              .compose(context ->
                  views.page(
                      LISTING,
                      query,
                      ofKey.isEmpty() ? requested : requested.with("sales_channels"),
                      context,
                      conditions -> onSale(conditions, query, ofKey, areGoods),
                      CachedProducts.counting(query, counts)))
              .compose(
                  page -> views.addAvailability(page.rows(), listScope(query, ofKey)).map(page));
        })
        .map(page -> {
          page.rows().forEach(PublicCategories::restrict);
          return new CachedReply(page.reply("products"), CachedProducts.page(query, page.rows()));
        });
  }

  private static void onSale(
      WhereClause conditions, JsonObject query, List<String> ofKey, boolean areGoods) {
    Object input = query.getValue("sales_channel_id");
    if (input == null && ofKey.isEmpty()) {
      ProductFilters.onSaleInOne(conditions, DEFAULT_CHANNEL, areGoods);
    } else if (input == null && ofKey.size() == 1) {
      ProductFilters.onSaleInOne(conditions, conditions.bind(ofKey.getFirst()), areGoods);
    } else {
      if (areGoods) {
        ProductFilters.goods(conditions);
      }
      ProductFilters.ON_SALE_IN.apply(
          conditions, "sales_channel_id", input == null ? new JsonArray(ofKey) : input);
    }
    ProductFilters.category(conditions, query, true);
  }

  private Future<CachedReply> get(Request request, Future<PricingContext> shopper) {
    String id = request.path("id");
    JsonObject query = request.query();
    Selection requested = VIEW.select(query);
    return keys.channels(request)
        .compose(ofKey ->
            keys.requireWithin(texts(query.getValue("sales_channel_id")), ofKey, "Product", id)
                .compose(sold -> shopper)
                .compose(context ->
                    views.get(
                        id,
                        requested,
                        context,
                        conditions -> {
                          conditions.add(PUBLISHED);
                          if (query.containsKey("sales_channel_id")) {
                            ProductFilters.SALES_CHANNEL.apply(
                                conditions, "sales_channel_id", query.getValue("sales_channel_id"));
                          }
                        }))
                .compose(product ->
                    views
                        .addAvailability(
                            List.of(product),
                            StockScope.ofOne(
                                texts(query.getValue("sales_channel_id")),
                                request.header(PublishableKeys.HEADER) != null,
                                ofKey))
                        .map(product)))
        .map(product -> {
          PublicCategories.restrict(product);
          return new CachedReply(Reply.ok("product", product), CachedProducts.one(id));
        });
  }

  /** Channels of a list: the requested ones, else the channels of the key, else the default one. */
  private static StockScope listScope(JsonObject query, List<String> ofKey) {
    List<String> input = texts(query.getValue("sales_channel_id"));
    if (input.isEmpty() && ofKey.isEmpty()) {
      return StockScope.DEFAULT;
    }
    return StockScope.of(input.isEmpty() ? ofKey : input);
  }

  private static List<String> texts(Object value) {
    return switch (value) {
      case null -> List.of();
      case JsonArray array -> array.stream().map(String::valueOf).toList();
      default -> List.of(value.toString());
    };
  }
}
