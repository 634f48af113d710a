package dev.tradewind.catalog.shipping;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.catalog.schema.ShippingOptionResources;
import dev.tradewind.kernel.changelog.CachedReply;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ComputedFields;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shipping option reads for storefront, staff and carts. */
public final class ShippingOptionService {

  /** Fields of an option in the admin API. */
  static final Selection SHOWN =
      Selection.of(ShippingOptionResources.OPTION).with("region", "profile", "requirements");

  private static final Selection FOR_SHOPPERS =
      Selection.of(ShippingOptionResources.OPTION).with("requirements");

  private static final ListDefinition ADMIN_LISTING =
      ListDefinition.of(
              View.of(ShippingOptionResources.OPTION, "region", "profile", "requirements"), 50)
          .filter(
              "id",
              "name",
              "region_id",
              "is_return",
              "admin_only",
              "created_at",
              "updated_at",
              "deleted_at")
          .search("t.name ILIKE {}")
          .build();

  private static final String SHIPS_PRODUCTS =
      """
      t.profile_id IN (
        SELECT link.profile_id
        FROM product_shipping_profile AS link
        JOIN product ON product.id = link.product_id AND product.deleted_at IS NULL
        WHERE link.product_id = ANY({}::text[])
      )
      """;

  private static final String IN_ORDER = "t.created_at, t.id";

  private static final Dependencies SHOWN_TO_SHOPPERS =
      Dependencies.on(CatalogChangeKind.SHIPPING_OPTION, CatalogChangeKind.REGION);

  private final ResourceReader reader;
  private final SqlClient db;
  private final ShippingOptionStore store;
  private final ShippingPrices prices;
  private final ReplyCache cache;

  public ShippingOptionService(SqlClient db, ShippingOptionStore store, ReplyCache cache) {
    this.db = db;
    this.reader = new ResourceReader(db);
    this.cache = cache;
    this.store = store;
    this.prices = new ShippingPrices(db);
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("adminListShippingOptions", this::listForStaff)
        .on("adminGetShippingOption", this::get)
        .on("storeListShippingOptions", this::cachedForShoppers);
    internal.on(CatalogOperation.FIND_SHIPPING_OPTIONS, this::find);
  }

  private Future<Reply> listForStaff(Request request) {
    ComputedFields parted = ShippingPrices.parted(request.query());
    return reader
        .list(ADMIN_LISTING, parted.query())
        .compose(page ->
            prices
                .addTo(page.rows(), parted.selected())
                .map(done -> page.reply("shipping_options")));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(SHOWN, id)
        .map(found -> Reply.ok("shipping_option", found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> cachedForShoppers(Request request) {
    List<String> products = products(request.query());
    return cache.get(
        ReplyCache.key(request, request.query()),
        () ->
            listForShoppers(request.query(), products)
                .map(reply ->
                    new CachedReply(
                        reply, SHOWN_TO_SHOPPERS.with(CatalogChangeKind.PRODUCT, products))));
  }

  private static List<String> products(JsonObject query) {
    String ids = query.getString("product_ids");
    return ids == null || ids.isBlank() ? List.of() : List.of(ids.strip().split("\\s*,\\s*", -1));
  }

  private Future<Reply> listForShoppers(JsonObject query, List<String> products) {
    WhereClause requested = new WhereClause().add("t.deleted_at IS NULL").add("NOT t.admin_only");
    match(requested, "t.region_id = {}::text", query.getString("region_id"));
    match(requested, "t.is_return = {}::boolean", query.getBoolean("is_return"));
    if (!products.isEmpty()) {
      requested.add(SHIPS_PRODUCTS, (Object) products.toArray(String[]::new));
    }
    return reader
        .select(FOR_SHOPPERS, requested, IN_ORDER)
        .compose(options ->
            prices
                .addTo(options, ShippingPrices.FIELDS)
                .map(done ->
                    Reply.ok(new JsonObject().put("shipping_options", new JsonArray(options)))));
  }

  private Future<Reply> find(Request request) {
    return store
        .find(db, conditions(ShippingOptionQuery.parse(request.input())), IN_ORDER)
        .map(options -> Reply.ok(new JsonObject().put("shipping_options", new JsonArray(options))));
  }

  private static WhereClause conditions(ShippingOptionQuery requested) {
    WhereClause conditions = new WhereClause().add("t.deleted_at IS NULL");
    matchAny(conditions, "id", requested.ids());
    matchAny(conditions, "profile_id", requested.profileIds());
    match(conditions, "t.region_id = {}::text", requested.regionId());
    match(conditions, "t.is_return = {}::boolean", requested.isReturn());
    match(conditions, "t.admin_only = {}::boolean", requested.adminOnly());
    return conditions;
  }

  private static void matchAny(
      WhereClause conditions, String column, @Nullable List<String> values) {
    if (values != null) {
      conditions.add("t." + column + " = ANY({}::text[])", values.toArray(String[]::new));
    }
  }

  private static void match(WhereClause conditions, String condition, @Nullable Object value) {
    if (value != null) {
      conditions.add(condition, value);
    }
  }

  static RuntimeException notFound(String id) {
    return Problem.notFound("Shipping Option with " + id + " was not found");
  }
}
