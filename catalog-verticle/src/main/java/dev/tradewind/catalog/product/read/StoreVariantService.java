package dev.tradewind.catalog.product.read;

import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.price.VariantPricing;
import dev.tradewind.catalog.schema.ProductResources;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Storefront variants of published products, with the shopper's prices. */
public final class StoreVariantService {

  private static final String PRICES = "prices";

  private static final View VIEW =
      View.of(ProductResources.VARIANT, "product", PRICES, "options")
          .allowingRelations("product", PRICES, "options", "inventory_items");

  private static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 100)
          .filter("id", "title", "inventory_quantity")
          .publicFields("variant")
          .build();

  private static final String PUBLISHED =
      """
      EXISTS (
        SELECT FROM product
        WHERE product.id = t.product_id
          AND product.status = 'published'
          AND product.deleted_at IS NULL
      )
      """;

  private static final String IN_CHANNEL =
      """
      EXISTS (
        SELECT FROM product_sales_channel AS link
        WHERE link.product_id = t.product_id AND link.sales_channel_id = {}
      )
      """;

  private final ResourceReader reader;
  private final VariantPricing pricing;
  private final VariantAvailability availability;
  private final PricingContexts contexts;
  private final PublishableKeys keys;
  private final CachedProducts cached;

  public StoreVariantService(
      ResourceReader reader,
      VariantPricing pricing,
      VariantAvailability availability,
      PricingContexts contexts,
      PublishableKeys keys,
      ReplyCache cache) {
    this.reader = reader;
    this.pricing = pricing;
    this.availability = availability;
    this.contexts = contexts;
    this.keys = keys;
    this.cached = new CachedProducts(contexts, cache);
  }

  public void bind(Operations operations) {
    operations
        .on("storeListVariants", request -> read(request, context -> list(request, context)))
        .on("storeGetVariant", request -> read(request, context -> get(request, context)));
  }

  private Future<Reply> read(
      Request request, Function<Future<PricingContext>, Future<CachedReply>> operation) {
    if (isOfItsRelations(request.query())) {
      return cached.read(request, operation);
    }
    return operation.apply(contexts.of(request)).map(CachedReply::reply);
  }

  /** Named fields of relations of relations lead to data of other kinds, and to other products. */
  private static boolean isOfItsRelations(JsonObject query) {
    return Stream.of(query.getString("fields", "").split(",", -1))
            .allMatch(field -> field.indexOf('.') == field.lastIndexOf('.'))
        && !query.getString("order", "").contains(".");
  }

  private Future<CachedReply> list(Request request, Future<PricingContext> shopper) {
    JsonObject query = request.query();
    Selection requested = VIEW.select(query);
    return Future.all(shopper, keys.channels(request))
        .compose(both ->
            reader
                .rows(
                    LISTING,
                    query,
                    readable(requested),
                    conditions -> {
                      restrict(conditions, query);
                      if (query.containsKey("ids")) {
                        conditions.add(
                            "t.id = ANY ({}::text[])",
                            (Object) ids(query.getString("ids")).toArray(String[]::new));
                      }
                    })
                .compose(variants -> {
                  Dependencies dependencies = dependencies(query, variants);
                  return shown(
                          variants, shopper.result(), requested, scope(request, both.resultAt(1)))
                      .map(done -> new CachedReply(reply(variants), dependencies));
                }));
  }

  private static Reply reply(List<JsonObject> variants) {
    return Reply.ok(new JsonObject().put("variants", new JsonArray(variants)));
  }

  /** Of a list by ids that has found all of them, no change can add another. */
  private static Dependencies dependencies(JsonObject query, List<JsonObject> variants) {
    if (!variants.isEmpty() && variants.size() == wantedIds(query).size()) {
      return CachedProducts.variants(products(variants));
    }
    return CachedProducts.anyVariants();
  }

  private static Set<String> wantedIds(JsonObject query) {
    Object requested = query.getValue("id", query.getValue("ids"));
    return switch (requested) {
      case null -> Set.of();
      case JsonArray several ->
          several.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet());
      default -> Set.copyOf(ids(requested.toString()));
    };
  }

  private static List<String> ids(String joined) {
    return Stream.of(joined.split(",")).map(String::strip).toList();
  }

  private static List<String> products(List<JsonObject> variants) {
    return variants.stream().map(variant -> variant.getString("product_id")).distinct().toList();
  }

  private Future<CachedReply> get(Request request, Future<PricingContext> shopper) {
    String id = request.path("id");
    JsonObject query = request.query();
    Selection requested = VIEW.select(query);
    return keys.channels(request)
        .compose(ofKey ->
            keys.requireWithin(channels(query), ofKey, "Variant", id)
                .compose(within -> shopper)
                .compose(context -> {
                  WhereClause one =
                      new WhereClause().add("t.deleted_at IS NULL").add("t.id = {}", id);
                  restrict(one, query);
                  return reader
                      .select(readable(requested), one, "")
                      .compose(found -> {
                        if (found.isEmpty()) {
                          throw VariantViews.notFound(id);
                        }
                        Dependencies dependencies = CachedProducts.variants(products(found));
                        return shown(found, context, requested, scope(request, ofKey))
                            .map(done ->
                                new CachedReply(
                                    Reply.ok("variant", found.getFirst()), dependencies));
                      });
                }));
  }

  private static List<String> channels(JsonObject query) {
    String channel = query.getString("sales_channel_id");
    return channel == null ? List.of() : List.of(channel);
  }

  private static StockScope scope(Request request, List<String> ofKey) {
    return StockScope.ofOne(
        channels(request.query()), request.header(PublishableKeys.HEADER) != null, ofKey);
  }

  private Future<Void> shown(
      List<JsonObject> variants, PricingContext context, Selection requested, StockScope scope) {
    return availability
        .addTo(variants, scope)
        .compose(located -> priced(variants, context, requested));
  }

  private static void restrict(WhereClause conditions, JsonObject query) {
    conditions.add(PUBLISHED);
    String channel = query.getString("sales_channel_id");
    if (channel != null) {
      conditions.add(IN_CHANNEL, channel);
    }
  }

  /** Adds the product id to the selection, because pricing needs it. */
  private static Selection readable(Selection requested) {
    return requested.without(PRICES).plus("product_id");
  }

  private Future<Void> priced(
      List<JsonObject> variants, PricingContext context, Selection requested) {
    return requested
        .relation(PRICES)
        .map(prices -> pricing.addToVariants(variants, context, prices))
        .orElseGet(Future::succeededFuture)
        .onSuccess(done -> {
          if (!requested.shows("product_id")) {
            variants.forEach(variant -> variant.remove("product_id"));
          }
        });
  }
}
