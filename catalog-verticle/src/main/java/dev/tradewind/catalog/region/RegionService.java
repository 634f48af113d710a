package dev.tradewind.catalog.region;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.catalog.TaxRateQuery;
import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.ReplyCache;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
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
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.function.Supplier;

/** Region reads for storefront, staff and carts. */
public final class RegionService {

  private static final String[] RELATIONS = {
    "countries",
    "payment_providers",
    "fulfillment_providers",
    "currency",
    "tax_provider",
    "tax_rates"
  };

  static final View VIEW =
      View.of(RegionResources.REGION, RELATIONS).allowingFields().allowingRelations(RELATIONS);

  /** Region of visitors and carts that name none: the store's, else the oldest. */
  private static final String IS_DEFAULT =
      """
      t.id = coalesce(
        (
          SELECT region.id
          FROM store
          JOIN region ON region.id = store.default_region_id
          WHERE region.deleted_at IS NULL
        ),
        (SELECT id FROM region WHERE deleted_at IS NULL ORDER BY created_at, id LIMIT 1)
      )
      """;

  private static final ListDefinition STORE_LISTING =
      ListDefinition.of(VIEW, 100)
          .filter("created_at", "updated_at")
          .filter(
              "is_default",
              (conditions, name, value) ->
                  conditions.add(
                      Boolean.TRUE.equals(value) ? IS_DEFAULT : "NOT (" + IS_DEFAULT + ")"))
          .publicFields("region")
          .build();

  private static final ListDefinition ADMIN_LISTING =
      ListDefinition.of(VIEW, 50)
          .filter("created_at", "updated_at", "deleted_at")
          .search("t.name ILIKE {}")
          .declaredFields("region")
          .build();

  private static final Selection WHOLE = Selection.of(RegionResources.REGION).with(RELATIONS);

  private final ResourceReader reader;
  private final ReplyCache cache;
  private final TaxRateStore taxRates;

  public RegionService(SqlClient db, ReplyCache cache, TaxRateStore taxRates) {
    this.reader = new ResourceReader(db);
    this.cache = cache;
    this.taxRates = taxRates;
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("storeListRegions", request -> cached(request, () -> list(request, STORE_LISTING)))
        .on("storeGetRegion", request -> cached(request, () -> get(request)))
        .on("adminListRegions", request -> list(request, ADMIN_LISTING))
        .on("adminGetRegion", this::get);
    internal
        .on(CatalogOperation.FIND_REGIONS, this::findRegions)
        .on(CatalogOperation.FIND_DEFAULT_REGION, request -> findDefaultRegion())
        .on(CatalogOperation.FIND_TAX_RATES, this::findTaxRates);
  }

  private Future<Reply> cached(Request request, Supplier<Future<Reply>> read) {
    return cache.get(request, Dependencies.on(CatalogChangeKind.REGION), read);
  }

  private Future<Reply> list(Request request, ListDefinition listing) {
    return reader.list(listing, request.query()).map(page -> page.reply("regions"));
  }

  private Future<Reply> get(Request request) {
    String id = request.path("id");
    return reader
        .find(VIEW.select(request.query()), id)
        .map(found -> Reply.ok("region", found.orElseThrow(() -> notFound(id))));
  }

  private Future<Reply> findRegions(Request request) {
    List<String> ids = JsonArrays.strings(request.input().getJsonArray("ids"));
    Future<List<JsonObject>> found =
        request.input().getBoolean("with_deleted", false)
            ? reader.findAllWithDeleted(WHOLE, ids)
            : reader.findAll(WHOLE, ids);
    return found.map(regions -> Reply.ok(new JsonObject().put("regions", new JsonArray(regions))));
  }

  private Future<Reply> findDefaultRegion() {
    return reader
        .select(WHOLE, new WhereClause().add(IS_DEFAULT), "")
        .map(regions ->
            Reply.ok(
                "region",
                regions.stream()
                    .findFirst()
                    .orElseThrow(
                        () -> Problem.invalidData("A region is required to create a cart"))));
  }

  private Future<Reply> findTaxRates(Request request) {
    TaxRateQuery query = TaxRateQuery.parse(request.input());
    return taxRates
        .find(query)
        .map(found -> Reply.ok(found.orElseThrow(() -> notFound(query.regionId()))));
  }

  /** Problem of an unknown region. */
  public static RuntimeException notFound(String id) {
    return Problem.notFound("Region with " + id + " was not found");
  }
}
