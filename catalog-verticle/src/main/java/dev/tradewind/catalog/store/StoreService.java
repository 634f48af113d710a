package dev.tradewind.catalog.store;

import dev.tradewind.catalog.schema.RegionResources;
import dev.tradewind.catalog.schema.StoreResources;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Settings of the store and its available providers, for staff. */
public final class StoreService {

  /**
   * Feature flags, by the names that administration tools request. Without {@code analytics} the
   * dashboard sends no usage data to its maker.
   */
  private static final List<String> BUILT =
      List.of(
          "order_editing",
          "product_categories",
          "publishable_api_keys",
          "sales_channels",
          "tax_inclusive_pricing");

  /**
   * Modules of a shop whose stock is converted to stock at locations: with them administration
   * tools show its pages and ask for locations, without them they show a field for the stock.
   */
  private static final List<String> MODULES = List.of("inventoryService", "stockLocationService");

  private final ResourceReader reader;

  public StoreService(SqlClient db) {
    this.reader = new ResourceReader(db);
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetStore", request -> get())
        .on(
            "adminListStorePaymentProviders",
            request -> list(RegionResources.PAYMENT_PROVIDER, "payment_providers"))
        .on(
            "adminListStoreTaxProviders",
            request -> list(RegionResources.TAX_PROVIDER, "tax_providers"));
  }

  private Future<Reply> get() {
    Future<JsonObject> store = store(reader);
    Future<JsonArray> modules = modules();
    Future<JsonArray> payment = providers(RegionResources.PAYMENT_PROVIDER);
    Future<JsonArray> fulfillment = providers(RegionResources.FULFILLMENT_PROVIDER);
    return Future.all(store, modules, payment, fulfillment)
        .map(all ->
            Reply.ok(
                "store",
                store
                    .result()
                    .put("payment_providers", payment.result())
                    .put("fulfillment_providers", fulfillment.result())
                    .put("feature_flags", flags())
                    .put("modules", modules.result())));
  }

  private Future<Reply> list(Resource providers, String name) {
    return providers(providers).map(found -> Reply.ok(new JsonObject().put(name, found)));
  }

  private Future<JsonArray> providers(Resource providers) {
    return reader.select(Selection.of(providers), new WhereClause(), "t.id").map(JsonArray::new);
  }

  /** Store with its currencies and its default channel. */
  static Future<JsonObject> store(ResourceReader reader) {
    return reader
        .select(StoreResources.WHOLE, new WhereClause(), "")
        .map(stores ->
            stores.stream()
                .findFirst()
                .orElseThrow(() -> Problem.notFound("Store does not exist")));
  }

  private Future<JsonArray> modules() {
    return reader
        .select(StoreResources.STOCK, new WhereClause().add("t.stock_located_at IS NOT NULL"), "")
        .map(located -> {
          JsonArray modules = new JsonArray();
          if (!located.isEmpty()) {
            MODULES.forEach(module ->
                modules.add(new JsonObject().put("module", module).put("resolution", false)));
          }
          return modules;
        });
  }

  private static JsonArray flags() {
    JsonArray flags = new JsonArray();
    BUILT.forEach(key -> flags.add(new JsonObject().put("key", key).put("value", true)));
    return flags;
  }
}
