package dev.tradewind.catalog.inventory;

import static dev.tradewind.catalog.AdminApi.NOTHING;
import static dev.tradewind.catalog.AdminApi.json;
import static dev.tradewind.catalog.AdminApi.path;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.AdminApi;
import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Conversion of a shop to stock at a location, among writers of products. */
class StockConversionIT {

  /** Managed variants without an item, without a level of it, or with a level of other units. */
  private static final String LOST =
      """
      SELECT variant.id
      FROM product_variant AS variant
      LEFT JOIN product_variant_inventory_item AS link ON link.variant_id = variant.id
      LEFT JOIN inventory_level AS level
        ON level.inventory_item_id = link.inventory_item_id AND level.deleted_at IS NULL
      WHERE variant.manage_inventory
        AND variant.deleted_at IS NULL
        AND level.stocked_quantity IS DISTINCT FROM variant.inventory_quantity
      """;

  private static final String WAITING =
      """
      SELECT count(DISTINCT pid)
      FROM pg_locks
      WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
      """;

  private static final String ENTRIES =
      """
      SELECT * FROM audit_entry
      WHERE action = 'setting_change' AND subject = (SELECT id FROM store)
      """;

  private TestCatalog catalog;
  private AdminApi staff;
  private LocateStock conversion;

  @BeforeEach
  void open() {
    catalog = TestCatalog.withDemoShop();
    staff = new AdminApi(catalog);
    conversion = new LocateStock(catalog.pool, Clock.systemUTC());
  }

  @AfterEach
  void close() {
    catalog.close();
  }

  @Test
  void aConversionIsInTheAuditLogOnceWithItsActor() {
    JsonObject location = new JsonObject().put("location_name", "Warehouse");
    JsonObject converted = staff.ok("adminLocateStock", NOTHING, location);
    staff.ok("adminLocateStock", NOTHING, location);

    List<Row> entries = entries();
    assertThat(entries).hasSize(1);
    assertThat(entries.getFirst().getString("actor_id")).isEqualTo("usr_1");
    assertThat(entries.getFirst().getJsonObject("before"))
        .isEqualTo(json("{'is_stock_located': false}"));
    assertThat(entries.getFirst().getJsonObject("after"))
        .isEqualTo(
            json(
                "{'is_stock_located': true, 'default_location_id': '%s'}",
                converted.getJsonObject("stock_location").getString("id")));
  }

  @Test
  void aConversionByTheCommandLineIsInTheAuditLog() {
    await(conversion.at("Warehouse"));

    assertThat(entries())
        .singleElement()
        .satisfies(entry -> assertThat(entry.getString("actor_type")).isEqualTo("system"));
  }

  @Test
  void aVariantOfATransactionThatBeganBeforeTheConversionIsLocated() {
    openLocation();
    Lock prices = new Lock("LOCK TABLE money_amount IN SHARE MODE");
    Future<Reply> creation = staff.sending("adminCreateProduct", NOTHING, product("Late", true));
    awaitWaiting(1);
    Future<LocateStock.Located> converted = conversion.at("Warehouse");
    awaitWaiting(2);
    prices.release();

    assertThat(await(creation).status()).isEqualTo(200);
    assertThat(await(converted).isComplete()).isTrue();
    assertNothingIsLost();
    assertThat(stockOf("Late")).isEqualTo(7);
  }

  @Test
  void theItemOfAVariantThatIsDeletedDuringTheConversionIsDeletedWithIt() {
    JsonObject created =
        staff.ok("adminCreateProduct", NOTHING, product("Gone", true)).getJsonObject("product");
    String id = created.getString("id");
    openLocation();
    Lock row = new Lock("SELECT FROM product WHERE id = '" + id + "' FOR UPDATE");
    Future<Reply> deletion = staff.sending("adminDeleteProduct", path(id), null);
    awaitWaiting(1);
    Future<LocateStock.Located> converted = conversion.at("Warehouse");
    awaitWaiting(2);
    row.release();

    assertThat(await(deletion).status()).isEqualTo(200);
    await(converted);
    assertThat(catalog.sql("SELECT FROM inventory_item WHERE sku = 'Gone' AND deleted_at IS NULL"))
        .isEmpty();
    assertNothingIsLost();
  }

  @Test
  void variantsThatAreWrittenDuringTheConversionAreLocatedWithTheirUnits() {
    List<String> unmanaged = new ArrayList<>();
    for (int number = 0; number < 10; number++) {
      unmanaged.add(
          staff
              .ok("adminCreateProduct", NOTHING, product("Unmanaged " + number, false))
              .getJsonObject("product")
              .getJsonArray("variants")
              .getJsonObject(0)
              .encode());
    }
    List<Future<?>> all = new ArrayList<>();
    for (int number = 0; number < 30; number++) {
      all.add(staff.sending("adminCreateProduct", NOTHING, product("New " + number, true)));
      if (number % 3 == 0) {
        JsonObject variant = new JsonObject(unmanaged.get(number / 3));
        all.add(
            staff.sending(
                "adminUpdateProductVariant",
                path(variant.getString("product_id")).put("variant_id", variant.getString("id")),
                json("{'manage_inventory': true}")));
      }
      if (number == 10) {
        all.add(conversion.at("Warehouse"));
      }
    }
    await(Future.all(all));

    assertThat(all)
        .map(Future::result)
        .filteredOn(Reply.class::isInstance)
        .map(reply -> ((Reply) reply).status())
        .containsOnly(200);
    assertNothingIsLost();
    assertThat(stockOf("New 29")).isEqualTo(7);
    assertThat(stockOf("Unmanaged 9")).isEqualTo(7);
  }

  private static JsonObject product(String title, boolean isManaged) {
    return json(
        "{'title': '%s', 'options': [{'title': 'Size'}], 'variants': [{'title': 'S', 'sku': '%s',"
            + " 'inventory_quantity': 7, 'manage_inventory': %s, 'options': [{'value': 'S'}],"
            + " 'prices': [{'currency_code': 'eur', 'amount': 100}]}]}",
        title, title, isManaged);
  }

  /** So that the conversion waits for writers at its end, not at its start. */
  private void openLocation() {
    catalog.sql("SELECT open_location('sloc_1', 'Warehouse', now(), 'command', 'SYSTEM')");
  }

  private void assertNothingIsLost() {
    assertThat(catalog.sql(LOST)).isEmpty();
  }

  private long stockOf(String sku) {
    return catalog
        .sql(
            """
            SELECT level.stocked_quantity
            FROM inventory_item AS item
            JOIN inventory_level AS level ON level.inventory_item_id = item.id
            WHERE item.sku = $1
            """,
            sku)
        .iterator()
        .next()
        .getLong(0);
  }

  private List<Row> entries() {
    return catalog.sql(ENTRIES).stream().toList();
  }

  private void awaitWaiting(int sessions) {
    until(() -> catalog.sql(WAITING).iterator().next().getLong(0) == sessions);
  }

  /** Lock that a transaction of its own holds until it is released. */
  private final class Lock {

    private final SqlConnection connection = await(catalog.pool.getConnection());
    private final Transaction transaction = await(connection.begin());

    Lock(String statement) {
      await(connection.query(statement).execute());
    }

    void release() {
      await(transaction.commit().eventually(connection::close));
    }
  }
}
