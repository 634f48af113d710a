package dev.tradewind.catalog.product.read;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.catalog.cache.CachedCounts;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.read.Counting;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/**
 * Cached responses with storefront products and variants: what decides about them, and what they
 * depend on.
 */
public final class CachedProducts {

  /** All that products show beside their own data and parts. */
  private static final Dependencies SHOWN =
      Dependencies.on(
          CatalogChangeKind.COLLECTION,
          CatalogChangeKind.PRODUCT_TYPE,
          CatalogChangeKind.PRODUCT_TAG,
          CatalogChangeKind.PRODUCT_CATEGORY,
          CatalogChangeKind.REGION,
          CatalogChangeKind.PRICE_LIST,
          CatalogChangeKind.SALES_CHANNEL,
          CatalogChangeKind.SHIPPING_OPTION,
          CatalogChangeKind.INVENTORY);

  private static final Dependencies LISTED = SHOWN.and(CatalogChangeKind.PRODUCT_LIST);

  /** All that decides which products are in a list. */
  private static final Dependencies COUNTED =
      Dependencies.on(
          CatalogChangeKind.PRODUCT_LIST,
          CatalogChangeKind.PRODUCT_CATEGORY,
          CatalogChangeKind.SALES_CHANNEL);

  /**
   * Parameters by which a list changes with products on other pages in {@code PRODUCT_LIST} only.
   */
  private static final Set<String> LISTED_BY =
      Set.of(
          "id",
          "collection_id",
          "type_id",
          "tags",
          "category_id",
          "include_category_children",
          "handle",
          "is_giftcard",
          "sales_channel_id",
          "created_at",
          "offset",
          ListDefinition.AFTER,
          "limit",
          "order",
          "expand",
          "fields",
          "cart_id",
          "region_id",
          "currency_code");

  private static final Set<String> ORDERED_BY = Set.of("created_at", "-created_at", "id", "-id");

  /** Parameters that decide by the pricing context alone. */
  private static final List<String> PRICED_BY = List.of("cart_id", "region_id", "currency_code");

  private final PricingContexts contexts;
  private final ReplyCache cache;

  public CachedProducts(PricingContexts contexts, ReplyCache cache) {
    this.contexts = contexts;
    this.cache = cache;
  }

  /**
   * The cached response for the shopper's pricing context, which is resolved for each request: a
   * cart and a customer may change theirs at any time. A list by declared fields is not cached, as
   * the change log lacks their declarations.
   */
  public Future<Reply> read(
      Request request, Function<Future<PricingContext>, Future<CachedReply>> read) {
    if (ListDefinition.namesDeclared(request.query())) {
      return read.apply(contexts.of(request)).map(CachedReply::reply);
    }
    return contexts
        .of(request)
        .transform(context ->
            context.succeeded()
                ? cache.get(
                    key(request, context.result()),
                    () -> read.apply(Future.succeededFuture(context.result())))
                // Other problems of the request come first.
                : read.apply(Future.failedFuture(context.cause())).map(CachedReply::reply));
  }

  private static String key(Request request, PricingContext context) {
    JsonObject query = request.query().copy();
    PRICED_BY.forEach(query::remove);
    JsonObject shopper =
        new JsonObject()
            .put("region", context.regionId())
            .put("currency", context.currencyCode())
            .put("groups", new JsonArray(context.customerGroupIds().stream().sorted().toList()))
            .put("key", request.header(PublishableKeys.HEADER));
    return ReplyCache.key(request, query) + shopper.encode();
  }

  /**
   * Count of a list, the same for all shoppers. A change of a product's own data or stock leaves it
   * as it is.
   */
  static Counting counting(JsonObject query, CachedCounts counts) {
    return isListed(query) ? counts.by(COUNTED) : Counting.EXECUTED;
  }

  private static boolean isListed(JsonObject query) {
    return LISTED_BY.containsAll(query.fieldNames());
  }

  /** Dependencies of a page of products. */
  static Dependencies page(JsonObject query, List<JsonObject> products) {
    List<String> ids =
        products.stream().map(product -> product.getString("id")).filter(Objects::nonNull).toList();
    boolean isKnown =
        ids.size() == products.size()
            && isListed(query)
            && ORDERED_BY.contains(query.getString("order", "-created_at"));
    return isKnown ? with(LISTED, ids) : withAll(LISTED);
  }

  /** Dependencies of a product as shoppers see it. */
  public static Dependencies one(String id) {
    return with(SHOWN, List.of(id));
  }

  /**
   * Dependencies of variants, of which no change can add another.
   *
   * @param products of the variants
   */
  public static Dependencies variants(List<String> products) {
    return with(SHOWN, products);
  }

  /** Dependencies of variants that a change of any product may add to or take from. */
  public static Dependencies anyVariants() {
    return withAll(SHOWN);
  }

  /** The products and what orders take of them. */
  private static Dependencies with(Dependencies document, List<String> products) {
    return document
        .with(CatalogChangeKind.PRODUCT, products)
        .with(CatalogChangeKind.STOCK, products);
  }

  private static Dependencies withAll(Dependencies document) {
    return document.and(CatalogChangeKind.PRODUCT).and(CatalogChangeKind.STOCK);
  }
}
