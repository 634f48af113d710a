package dev.tradewind.catalog.cache;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.CustomerOperation;
import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Two nodes with cached products over one database, and a third without a cache, whose responses
 * are right.
 */
final class CachedCatalog implements BeforeAllCallback, AfterAllCallback {

  /** Regions of carts and groups of customers, as the other verticles know them. */
  final Map<String, String> carts = new ConcurrentHashMap<>();

  final Map<String, String> groups = new ConcurrentHashMap<>();

  TestCatalog catalog;
  final Vertx nodeVertx = Vertx.vertx();
  final Vertx uncachedVertx = Vertx.vertx();
  SimpleMeterRegistry meters;
  OperationClient node;
  OperationClient uncached;

  String europe;
  String america;
  String candleId;
  String tote;
  String variant;

  @Override
  public void beforeAll(ExtensionContext context) {
    catalog = TestCatalog.withDemoShop();
    meters = new SimpleMeterRegistry();
    node = catalog.deployNode(nodeVertx, meters, 8);
    uncached = catalog.deployNode(uncachedVertx, new SimpleMeterRegistry(), 0);
    Stream.of(catalog.vertx, nodeVertx, uncachedVertx).forEach(this::serveShoppers);
    europe = catalog.id("SELECT id FROM region WHERE currency_code = 'eur'");
    america = catalog.id("SELECT id FROM region WHERE currency_code = 'usd'");
    candleId = catalog.id("SELECT id FROM product WHERE handle = 'beeswax-candle'");
    tote = catalog.id("SELECT id FROM product WHERE handle = 'canvas-tote'");
    variant = catalog.id("SELECT min(id) FROM product_variant WHERE product_id = $1", candleId);
    catalog.sql(
        "INSERT INTO sales_channel (id, name) VALUES ('sc_app', 'App'), ('sc_fair', 'Fair')");
    catalog.sql(
        "INSERT INTO product_sales_channel VALUES ($1, 'sc_app'), ($2, 'sc_fair')", candleId, tote);
    catalog.sql(
        "INSERT INTO publishable_api_key (id, title) VALUES ('pk_app', 'A'), ('pk_fair', 'F')");
    catalog.sql(
        "INSERT INTO publishable_api_key_sales_channel VALUES"
            + " ('pk_app', 'sc_app'), ('pk_fair', 'sc_fair')");
    catalog.sql(
        "INSERT INTO price_list (id, name, description, status) VALUES"
            + " ('pl_club', 'Club', 'Members', 'active'), ('pl_all', 'Sale', 'All', 'draft')");
    catalog.sql("INSERT INTO price_list_customer_group VALUES ('pl_club', 'club')");
    catalog.sql(
        "INSERT INTO money_amount (id, currency_code, amount, price_list_id, variant_id) VALUES"
            + " ('ma_club', 'eur', 7, 'pl_club', $1), ('ma_all', 'eur', 5, 'pl_all', $1)",
        variant);
    catalog.sql("INSERT INTO product_tag (id, value) VALUES ('ptag_1', 'wax')");
    catalog.sql("INSERT INTO product_type (id, value) VALUES ('ptyp_1', 'light')");
    catalog.sql(
        "INSERT INTO product_category (id, name, handle, is_active) VALUES"
            + " ('pcat_1', 'Home', 'home', true)");
    catalog.sql(
        "INSERT INTO tax_rate (id, name, rate, region_id) VALUES ('txr_1', 'new', 3, $1)", europe);
    catalog.sql("INSERT INTO inventory_item (id) VALUES ('iitem_1')");
    catalog.sql("INSERT INTO stock_location (id, name) VALUES ('sloc_1', 'Here')");
    catalog.sql(
        "INSERT INTO inventory_level (id, inventory_item_id, location_id, stocked_quantity)"
            + " VALUES ('ilev_1', 'iitem_1', 'sloc_1', 5)");
    catalog.sql(
        "INSERT INTO product_collection (id, title, handle) VALUES ('pcol_new', 'New', 'new')");
    groups.put("cus_club", "club");
    groups.put("cus_none", "");
    carts.put("cart_eur", europe);
    carts.put("cart_usd", america);
  }

  void serveShoppers(Vertx vertx) {
    await(
        new Operations()
            .on(
                CartOperation.FIND_PRICE_CONTEXT,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put(
                                    "region_id", carts.get(request.input().getString("cart_id"))))))
            .serve(vertx, OperationClient.internalAddress(CartClient.ADDRESS), Clock.systemUTC()));
    await(
        new Operations()
            .on(
                CustomerOperation.FIND_CUSTOMERS,
                request ->
                    Future.succeededFuture(
                        Reply.ok(
                            new JsonObject()
                                .put(
                                    "customers",
                                    new JsonArray()
                                        .add(
                                            customer(
                                                request
                                                    .input()
                                                    .getJsonArray("ids")
                                                    .getString(0)))))))
            .serve(
                vertx, OperationClient.internalAddress(CustomerClient.ADDRESS), Clock.systemUTC()));
  }

  JsonObject customer(String id) {
    String group = groups.get(id);
    return new JsonObject()
        .put("id", id)
        .put("group_ids", group.isEmpty() ? new JsonArray() : new JsonArray().add(group));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    await(nodeVertx.close());
    await(uncachedVertx.close());
    catalog.close();
  }

  /** Shopper without an account who reads the candle or its variant, or a list. */
  Shopper shopper(String operation, JsonObject query) {
    JsonObject path =
        switch (operation) {
          case Shopper.GET -> new JsonObject().put("id", candleId);
          case Shopper.VARIANT -> new JsonObject().put("id", variant);
          default -> new JsonObject();
        };
    return new Shopper(operation, path, query, null, null);
  }

  JsonObject inEurope() {
    return new JsonObject().put("region_id", europe);
  }

  double hits() {
    return meters
        .get("cache.gets")
        .tags("cache", "catalog-replies", "result", "hit")
        .counter()
        .count();
  }

  /** Takes a unit of the variant, as the placement of an order does. */
  void sell(String order) {
    catalog.sql(
        "SELECT take_stock($1, NULL, jsonb_build_array(jsonb_build_object("
            + "'variant_id', $2::text, 'quantity', 1, 'may_exceed_stock', true)),"
            + " now(), 'command', 'SYSTEM')",
        order,
        variant);
  }

  int calculated(String page) {
    return variantIn(candle(page)).getInteger("calculated_price");
  }

  static @Nullable JsonObject product(String page, String id) {
    return new JsonObject(page)
        .getJsonArray("products").stream()
            .map(JsonObject.class::cast)
            .filter(product -> product.getString("id").equals(id))
            .findFirst()
            .orElse(null);
  }

  JsonObject candle(String page) {
    return Objects.requireNonNull(product(page, candleId));
  }

  JsonObject variantIn(JsonObject holder) {
    return holder.getJsonArray("variants").stream()
        .map(JsonObject.class::cast)
        .filter(one -> one.getString("id").equals(variant))
        .findFirst()
        .orElseThrow();
  }
}
