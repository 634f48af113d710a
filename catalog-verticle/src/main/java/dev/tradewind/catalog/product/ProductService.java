package dev.tradewind.catalog.product;

import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.channel.SalesChannelStore;
import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * Storefront products with the shopper's prices. Only published products are visible. A list is
 * that of a sales channel: the given one, else those of the publishable key, else the store's
 * default; a single product is visible in any channel, unless a key or {@code sales_channel_id}
 * restricts it.
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
              "sales_channels",
              "categories");

  private static final ListDefinition LISTING = ProductFilters.listing(VIEW, 100).build();

  private static final String PUBLISHED = "t.status = 'published'";

  private static final String DEFAULT_CHANNEL =
      "link.sales_channel_id = (SELECT default_sales_channel_id FROM store)";

  private final SqlClient db;
  private final ProductViews views;
  private final PricingContexts contexts;
  private final PublishableKeys keys;

  public ProductService(
      SqlClient db, ProductViews views, PricingContexts contexts, PublishableKeys keys) {
    this.db = db;
    this.views = views;
    this.contexts = contexts;
    this.keys = keys;
  }

  public void bind(Operations operations) {
    operations.on("storeListProducts", this::list).on("storeGetProduct", this::get);
  }

  private Future<Reply> list(Request request) {
    JsonObject query = request.query();
    Selection wanted = VIEW.select(query);
    return keys.channels(request)
        .compose(ofKey -> {
          PublishableKeys.requireWithin(texts(query.getValue("sales_channel_id")), ofKey);
          return contexts
              .of(request)
              .compose(context ->
                  views.page(
                      LISTING,
                      query,
                      wanted,
                      context,
                      conditions -> onSale(conditions, query, ofKey)))
              .compose(
                  page -> views.addAvailability(page.rows(), listScope(query, ofKey)).map(page));
        })
        .map(page -> Reply.ok(page.toJson("products")));
  }

  private static void onSale(WhereClause conditions, JsonObject query, List<String> ofKey) {
    Object given = query.getValue("sales_channel_id");
    if (given == null && ofKey.isEmpty()) {
      conditions.addCounted(
          ProductFilters.onSale(DEFAULT_CHANNEL), ProductFilters.countOnSale(DEFAULT_CHANNEL));
    } else {
      ProductFilters.ON_SALE_IN.apply(
          conditions, "sales_channel_id", given == null ? new JsonArray(ofKey) : given);
    }
    ProductFilters.category(conditions, query, true);
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    JsonObject query = request.query();
    Selection wanted = VIEW.select(query);
    return keys.channels(request)
        .compose(ofKey -> {
          PublishableKeys.requireWithin(texts(query.getValue("sales_channel_id")), ofKey);
          return requireSoldIn(id, ofKey)
              .compose(sold -> contexts.of(request))
              .compose(context ->
                  views.get(
                      id,
                      wanted,
                      context,
                      conditions -> {
                        conditions.add(PUBLISHED);
                        if (query.containsKey("sales_channel_id")) {
                          ProductFilters.SALES_CHANNEL.apply(
                              conditions, "sales_channel_id", query.getValue("sales_channel_id"));
                        }
                      }))
              .compose(product ->
                  views.addAvailability(List.of(product), scope(request, ofKey)).map(product));
        })
        .map(product -> Reply.ok("product", product));
  }

  /** Channels of a list: the given ones, else those of the key, else the default one. */
  private static StockScope listScope(JsonObject query, List<String> ofKey) {
    List<String> given = texts(query.getValue("sales_channel_id"));
    if (given.isEmpty() && ofKey.isEmpty()) {
      return StockScope.DEFAULT;
    }
    return StockScope.of(given.isEmpty() ? ofKey : given);
  }

  /** Channel of one product: the given one, else the one of the key, else the default one. */
  private static StockScope scope(Request request, List<String> ofKey) {
    List<String> given = texts(request.query().getValue("sales_channel_id"));
    if (!given.isEmpty()) {
      return StockScope.of(given);
    }
    if (request.header(PublishableKeys.HEADER) == null) {
      return StockScope.DEFAULT;
    }
    return StockScope.of(ofKey.size() == 1 ? ofKey : List.of());
  }

  private Future<Void> requireSoldIn(String id, List<String> ofKey) {
    if (ofKey.isEmpty()) {
      return Future.succeededFuture();
    }
    return SalesChannelStore.sells(db, ofKey, id)
        .map(isSold -> {
          if (!isSold) {
            throw new Problem.InvalidReferences(
                    List.of(
                        "Product with id: "
                            + id
                            + " is not associated with sales channels defined by the Publishable"
                            + " API Key passed in the header of the request."))
                .toException();
          }
          return null;
        });
  }

  private static List<String> texts(Object value) {
    return switch (value) {
      case null -> List.of();
      case JsonArray array -> array.stream().map(String::valueOf).toList();
      default -> List.of(value.toString());
    };
  }
}
