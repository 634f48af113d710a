package dev.tradewind.catalog.inventory;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.catalog.TestCatalog;
import dev.tradewind.kernel.database.PgErrors;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StockIT {

  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-01-02T03:04:05Z");

  private static final String MANY_VARIANTS =
      "INSERT INTO product_variant (id, title, product_id, inventory_quantity)"
          + " SELECT 'many_' || number, 'M', 'prod_1', 9 FROM generate_series(1000, 6999) AS number";

  /** Rows of variants that the transaction has read. */
  private static final String READ_VARIANTS =
      "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_all_tables"
          + " WHERE schemaname = 'catalog' AND relname = 'product_variant'";

  /** Changes of this transaction. */
  private static final String LOGGED =
      "SELECT concat_ws(' ', kind, id, detail) FROM change_log"
          + " WHERE transaction_id = pg_current_xact_id() ORDER BY 1";

  private static final String RENAME_LOGGED =
      "UPDATE product_variant SET title = 'New' WHERE id = 'logged'";

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    catalog.sql("INSERT INTO product (id, title) VALUES ('prod_1', 'Thing')");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void oneOfTwentyConcurrentTakersGetsTheLastUnit() {
    variant("last", 1, true, false);

    long taken =
        await(
                Future.join(
                        IntStream.range(0, 20)
                            .mapToObj(taker -> take("race_" + taker, line("last", 1)).otherwise(1))
                            .toList())
                    .map(all -> all.<Integer>list()))
            .stream()
            .filter(outcome -> outcome == null || outcome == 0)
            .count();

    assertThat(taken).isEqualTo(1);
    assertThat(stock("last")).isZero();
  }

  @Test
  void takingAndReturningStockIsIdempotent() {
    variant("once", 5, true, false);

    await(take("order_a", line("once", 2)));
    await(take("order_a", line("once", 2)));
    assertThat(stock("once")).isEqualTo(3);

    await(giveBack("order_a"));
    await(giveBack("order_a"));
    assertThat(stock("once")).isEqualTo(5);
  }

  @Test
  void linesOfAVariantAddUpAndAShortageTakesNothing() {
    variant("several", 5, true, false);
    variant("plenty", 100, true, false);

    Throwable refused =
        failure(take("order_b", line("plenty", 1), line("several", 3), line("several", 3)));

    assertThat(PgErrors.hasState(refused, PlacementSqlState.OUT_OF_STOCK.code())).isTrue();
    assertThat(new JsonArray(((PgException) refused).getDetail()))
        .isEqualTo(
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("variant_id", "several")
                        .put("title", "several")
                        .put("available", 5)
                        .put("wanted", 6)));
    assertThat(stock("several")).isEqualTo(5);
    assertThat(stock("plenty")).isEqualTo(100);
  }

  @Test
  void unmanagedVariantsStayAndBackordersGoBelowZero() {
    variant("unmanaged", 1, false, false);
    variant("backorder", 1, true, true);

    await(take("order_c", line("unmanaged", 7), line("backorder", 3)));

    assertThat(stock("unmanaged")).isEqualTo(1);
    assertThat(stock("backorder")).isEqualTo(-2);
  }

  @Test
  void aDeletedVariantHasNothingAvailable() {
    variant("deleted", 5, true, false);
    catalog.sql("UPDATE product_variant SET deleted_at = now() WHERE id = 'deleted'");

    assertThat(
            PgErrors.hasState(
                failure(take("order_d", line("deleted", 1))),
                PlacementSqlState.OUT_OF_STOCK.code()))
        .isTrue();
    assertThat(
            PgErrors.hasState(
                failure(take("order_d", line("unknown", 1))),
                PlacementSqlState.OUT_OF_STOCK.code()))
        .isTrue();
  }

  @Test
  void stockChangesArePublished() {
    variant("told", 5, true, false);
    // The relay deletes published events only after a while, so they can still be read.
    await(take("order_e", line("told", 2)));
    await(giveBack("order_e"));

    assertThat(
            catalog.sql(
                "SELECT type, key, topic, aggregate_version, data FROM outbox WHERE subject = 'told'"
                    + " ORDER BY id"))
        .extracting(row -> row.getString("type") + " " + row.getString("key"))
        .containsExactlyInAnyOrder(
            "product-variant.updated prod_1",
            "inventory.decremented told",
            "product-variant.updated prod_1",
            "inventory.restored told");
    assertThat(
            catalog
                .sql(
                    "SELECT data FROM outbox WHERE type = 'inventory.decremented' AND key = 'told'")
                .iterator()
                .next()
                .getJson("data"))
        .isEqualTo(
            new JsonObject()
                .put("id", "told")
                .put("quantity", 2)
                .put("inventory_quantity", 3)
                .put("taker", "order_e"));
  }

  /** A connection keeps the plan that it made while the shop was small. */
  @Test
  void takingStockReadsTheVariantsOfTheLinesAloneHoweverManyThereAre() {
    variant("first", 9, true, false);
    catalog.sql("ANALYZE product_variant");

    long read =
        await(
            catalog.orders.withConnection(connection ->
                take(connection, "order_first", line("first", 1))
                    .compose(taken -> catalog.pool.query(MANY_VARIANTS).execute())
                    .compose(grown -> connection.begin())
                    .compose(transaction ->
                        take(connection, "order_many", line("many_3000", 1), line("many_6000", 1))
                            .compose(taken -> connection.query(READ_VARIANTS).execute())
                            .map(rows -> rows.iterator().next().getLong(0))
                            .compose(rows -> transaction.commit().map(rows)))));

    assertThat(stock("many_6000")).isEqualTo(8);
    // Locked, judged, updated, and referred to by what was taken and by the change log.
    assertThat(read).isBetween(2L, 20L);
  }

  /** Other changes of the variant are logged as such, in the same transaction too. */
  @Test
  void theChangeLogHasTheStockThatAnOrderMoves() {
    variant("logged", 5, true, false);
    variant("logged_unmanaged", 5, false, false);

    List<String> logged =
        await(
            catalog.pool.withTransaction(db ->
                take(db, "order_logged", line("logged", 2), line("logged_unmanaged", 1))
                    .compose(taken -> db.query(LOGGED).execute())
                    .map(rows -> rows.stream().map(row -> row.getString(0)).toList())));
    List<String> others =
        await(
            catalog.pool.withTransaction(db ->
                take(db, "order_more", line("logged", 1))
                    .compose(taken -> db.query(RENAME_LOGGED).execute())
                    .compose(done -> db.query(LOGGED).execute())
                    .map(rows -> rows.stream().map(row -> row.getString(0)).toList())));
    List<String> returned =
        await(
            catalog.pool.withTransaction(db ->
                db.preparedQuery("SELECT return_stock('order_logged', $1, 'command', 'SYSTEM')")
                    .execute(Tuple.of(NOW))
                    .compose(done -> db.query(LOGGED).execute())
                    .map(rows -> rows.stream().map(row -> row.getString(0)).toList())));

    assertThat(logged).containsExactly("stock prod_1 logged 2 3 2026-01-02T03:04:05.000Z");
    assertThat(others)
        .containsExactly("product prod_1", "stock prod_1 logged 3 2 2026-01-02T03:04:05.000Z");
    assertThat(returned).containsExactly("stock prod_1 logged 4 4 2026-01-02T03:04:05.000Z");
  }

  private static JsonObject line(String variant, int quantity) {
    return new JsonObject().put("variant_id", variant).put("quantity", quantity);
  }

  private static Future<Integer> take(String taker, JsonObject... lines) {
    return take(catalog.orders, taker, lines);
  }

  private static Future<Integer> take(SqlClient db, String taker, JsonObject... lines) {
    return db.preparedQuery("SELECT catalog.take_stock($1, NULL, $2, $3, 'command', 'SYSTEM')")
        .execute(Tuple.of(taker, new JsonArray(List.of(lines)), NOW))
        .map(0);
  }

  private static Future<Integer> giveBack(String taker) {
    return catalog
        .orders
        .preparedQuery("SELECT catalog.return_stock($1, $2, 'command', 'SYSTEM')")
        .execute(Tuple.of(taker, NOW))
        .map(0);
  }

  private static void variant(String id, int stock, boolean managed, boolean backorder) {
    catalog.sql(
        "INSERT INTO product_variant"
            + " (id, title, product_id, inventory_quantity, manage_inventory, allow_backorder)"
            + " VALUES ($1, $1, 'prod_1', $2, $3, $4)",
        id,
        stock,
        managed,
        backorder);
  }

  private static int stock(String id) {
    return catalog
        .sql("SELECT inventory_quantity FROM product_variant WHERE id = $1", id)
        .iterator()
        .next()
        .getInteger(0);
  }
}
