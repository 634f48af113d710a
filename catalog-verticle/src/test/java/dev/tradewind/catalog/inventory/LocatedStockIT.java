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
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Stock at locations: reservations, fulfillments and returns in the database. */
class LocatedStockIT {

  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-01-02T03:04:05Z");
  private static final String CHANNEL = "sc_shop";

  private static TestCatalog catalog;

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    catalog.sql("INSERT INTO product (id, title) VALUES ('prod_1', 'Thing')");
    catalog.sql("INSERT INTO sales_channel (id, name) VALUES ($1, 'Shop')", CHANNEL);
    for (String location : List.of("a", "b", "c", "unlinked")) {
      catalog.sql("INSERT INTO stock_location (id, name) VALUES ($1, $1)", location);
    }
    for (String location : List.of("a", "b", "c")) {
      catalog.sql(
          "INSERT INTO sales_channel_location (id, sales_channel_id, location_id, created_at)"
              + " VALUES ('link_' || $2, $1, $2, '2026-01-01Z')",
          CHANNEL,
          location);
    }
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @Test
  void aHundredBuyersOfTheLastUnitsOverThreeLocationsGetAsManyAsThereAre() {
    variant("race", level("a", 7), level("b", 5), level("c", 8), level("unlinked", 50));

    List<Future<Boolean>> buyers =
        IntStream.range(0, 100).mapToObj(buyer -> buys("race_" + buyer, line("race", 1))).toList();
    long bought = await(Future.all(buyers)).<Boolean>list().stream().filter(sold -> sold).count();

    assertThat(bought).isEqualTo(20);
    assertThat(levels("race")).containsExactly("a 7 7", "b 5 5", "c 8 8", "unlinked 50 0");
    assertReservationsAddUp();
  }

  @Test
  void buyersOfSeveralUnitsAreSplitOverLocationsAndNeverOversell() {
    variant("pairs", level("a", 3), level("b", 3), level("c", 3));

    List<Future<Boolean>> buyers =
        IntStream.range(0, 30).mapToObj(buyer -> buys("pairs_" + buyer, line("pairs", 2))).toList();
    long bought = await(Future.all(buyers)).<Boolean>list().stream().filter(sold -> sold).count();

    assertThat(bought).isEqualTo(4);
    assertThat(
            sum(
                "SELECT sum(reserved_quantity)::bigint FROM inventory_level"
                    + " WHERE inventory_item_id = 'item_pairs' AND stocked_quantity >= reserved_quantity"))
        .isEqualTo(8);
    assertReservationsAddUp();
  }

  @Test
  void buyersOfTwoVariantsInEitherOrderDoNotOversellOrDeadlock() {
    variant("left", level("a", 10), level("b", 10));
    variant("right", level("b", 10), level("c", 10));

    List<Future<Boolean>> buyers =
        IntStream.range(0, 60)
            .mapToObj(buyer ->
                buyer % 2 == 0
                    ? buys("both_" + buyer, line("left", 1), line("right", 1))
                    : buys("both_" + buyer, line("right", 1), line("left", 1)))
            .toList();

    assertThat(await(Future.all(buyers)).<Boolean>list()).filteredOn(sold -> sold).hasSize(20);
    assertThat(levels("left")).containsExactly("a 10 10", "b 10 10");
    assertThat(levels("right")).containsExactly("b 10 10", "c 10 10");
  }

  @Test
  void anItemMadeWhileOrdersArePlacedCountsEveryUnitOnce() {
    catalog.sql(
        "INSERT INTO product_variant (id, title, product_id, inventory_quantity)"
            + " VALUES ('moved', 'moved', 'prod_1', 20)");

    List<Future<Boolean>> buyers = new ArrayList<>();
    for (int buyer = 0; buyer < 60; buyer++) {
      buyers.add(buys("moved_" + buyer, line("moved", 1)));
      if (buyer == 10) {
        await(
            catalog
                .pool
                .preparedQuery("SELECT locate_stock('a', 100, $1, 'command', 'SYSTEM', '[]')")
                .execute(Tuple.of(NOW)));
      }
    }

    assertThat(await(Future.all(buyers)).<Boolean>list()).filteredOn(sold -> sold).hasSize(20);
    assertReservationsAddUp();
  }

  @Test
  void oneLocationServesALineIfItCan() {
    variant("whole", level("a", 2), level("b", 9), level("c", 5));

    await(take("order_whole", line("whole", 4)));

    assertThat(levels("whole")).containsExactly("a 2 0", "b 9 4", "c 5 0");
  }

  @Test
  void aShortageReservesAndTakesNothing() {
    variant("short", level("a", 1), level("b", 1));
    variant("ample", level("a", 9));
    catalog.sql(
        "INSERT INTO product_variant (id, title, product_id, inventory_quantity)"
            + " VALUES ('simple', 'simple', 'prod_1', 1)");

    Throwable refused =
        failure(take("order_short", line("short", 3), line("ample", 2), line("simple", 2)));

    assertThat(PgErrors.hasState(refused, PlacementSqlState.OUT_OF_STOCK.code())).isTrue();
    assertThat(new JsonArray(((PgException) refused).getDetail()))
        .extracting(each -> ((JsonObject) each).getString("variant_id"))
        .containsExactly("simple", "short");
    assertThat(levels("short")).containsExactly("a 1 0", "b 1 0");
    assertThat(levels("ample")).containsExactly("a 9 0");
  }

  @Test
  void aBackorderIsReservedWholeOrNotAtAllWithoutALevel() {
    variant("backorder", level("a", 1), level("b", 2));
    variant("nowhere", level("unlinked", 5));
    catalog.sql(
        "UPDATE product_variant SET allow_backorder = true WHERE id IN ('backorder', 'nowhere')");

    await(take("order_backorder", line("backorder", 5), line("nowhere", 1)));

    assertThat(levels("backorder")).containsExactly("a 1 0", "b 2 5");
    assertThat(levels("nowhere")).containsExactly("unlinked 5 0");
  }

  @Test
  void anEditReservesFurtherUnitsAndReleasesOthersUnderTheIdsOfItsLines() {
    variant("raised", level("a", 2), level("b", 9));
    variant("lowered", level("a", 9));
    variant("removed", level("a", 9));
    variant("added", level("a", 9));
    await(take("order_edit", line("raised", 2), line("lowered", 5), line("removed", 3)));
    await(fulfill("order_edit", "ful_edit", null, "lowered", 1));

    await(
        change(
            "order_edit",
            copy("order_edit", "raised", 3, 5),
            copy("order_edit", "lowered", -2, 2),
            line("removed", 3)
                .put("line_item_id", "order_edit_removed")
                .put("change", -3)
                .put("open_quantity", 0),
            copy("order_edit", "added", 4, 4).putNull("previous_id")));

    assertThat(levels("raised")).containsExactly("a 2 2", "b 9 3");
    assertThat(levels("lowered")).containsExactly("a 8 2");
    assertThat(levels("removed")).containsExactly("a 9 0");
    assertThat(levels("added")).containsExactly("a 9 4");
    assertReservationsAddUp();
    await(fulfillCopy("order_edit", "ful_copy", "raised", 5));
    assertThat(levels("raised")).containsExactly("a 0 0", "b 6 0");
    await(restore("order_edit", "ful_edit"));
    assertThat(levels("lowered")).containsExactly("a 9 3");

    await(giveBack("order_edit"));

    assertThat(levels("lowered")).containsExactly("a 9 0");
    assertThat(levels("added")).containsExactly("a 9 0");
    assertReservationsAddUp();
  }

  @Test
  void concurrentEditsNeverTakeMoreThanThereIs() {
    variant("edited", level("a", 5), level("b", 5));
    simpleVariant("edited_simple", 10);

    List<Future<Boolean>> edits =
        IntStream.range(0, 40)
            .mapToObj(number ->
                sold(
                    change(
                        "edited_" + number,
                        copy("edited_" + number, "edited", 1, 1).putNull("previous_id"),
                        copy("edited_" + number, "edited_simple", 1, 1).putNull("previous_id"))))
            .toList();

    assertThat(await(Future.all(edits)).<Boolean>list()).filteredOn(sold -> sold).hasSize(10);
    assertThat(levels("edited")).containsExactly("a 5 5", "b 5 5");
    assertThat(simpleStock("edited_simple")).isZero();
    assertReservationsAddUp();
  }

  @Test
  void anEditChangesWhatTheOrderTookAndItsCancellationReturnsTheRest() {
    simpleVariant("more", 9);
    simpleVariant("less", 9);
    simpleVariant("gone", 9);
    await(take("order_simple", line("more", 2), line("less", 4), line("gone", 1)));

    await(
        change(
            "order_simple",
            copy("order_simple", "more", 3, 5),
            copy("order_simple", "less", -3, 1),
            copy("order_simple", "gone", -1, 0)));

    assertThat(simpleStock("more")).isEqualTo(4);
    assertThat(simpleStock("less")).isEqualTo(8);
    assertThat(simpleStock("gone")).isEqualTo(9);
    assertThat(await(sold(change("order_simple", copy("order_simple", "more", 5, 10))))).isFalse();

    await(giveBack("order_simple"));
    await(giveBack("order_simple"));

    assertThat(simpleStock("more")).isEqualTo(9);
    assertThat(simpleStock("less")).isEqualTo(9);
    assertThat(simpleStock("gone")).isEqualTo(9);
  }

  @Test
  void anEditOfUnitsTakenBeforeTheVariantHadAnItemMovesTheStockOfALocation() {
    simpleVariant("early", 9);
    await(take("order_early", line("early", 4)));
    item("early", level("a", 5));

    await(change("order_early", copy("order_early", "early", 2, 6)));
    assertThat(levels("early")).containsExactly("a 3 0");
    assertThat(await(sold(change("order_early", copy("order_early", "early", 4, 10))))).isFalse();
    await(change("order_early", copy("order_early", "early", -5, 1)));
    assertThat(levels("early")).containsExactly("a 8 0");

    await(giveBack("order_early"));

    assertThat(levels("early")).containsExactly("a 9 0");
  }

  @Test
  void aCanceledOrderReleasesItsReservationsOnce() {
    variant("canceled", level("a", 2), level("b", 2));
    await(take("order_canceled", line("canceled", 3)));

    await(giveBack("order_canceled"));
    await(giveBack("order_canceled"));

    assertThat(levels("canceled")).containsExactly("a 2 0", "b 2 0");
    assertReservationsAddUp();
  }

  @Test
  void aFulfillmentTakesWhatWasReservedAndItsCancellationRestoresBothOnce() {
    variant("fulfilled", level("a", 2), level("b", 2), level("c", 9));
    catalog.sql(
        "UPDATE inventory_level SET reserved_quantity = 9"
            + " WHERE inventory_item_id = 'item_fulfilled' AND location_id = 'c'");
    await(take("order_fulfilled", line("fulfilled", 3)));
    List<String> reserved = levels("fulfilled");

    await(fulfill("order_fulfilled", "ful_1", null, "fulfilled", 2));
    assertThat(
            sum(
                "SELECT sum(stocked_quantity)::bigint FROM inventory_level"
                    + " WHERE inventory_item_id = 'item_fulfilled'"))
        .isEqualTo(11);
    assertThat(
            sum(
                "SELECT sum(quantity)::bigint FROM reservation_item"
                    + " WHERE taker = 'order_fulfilled' AND deleted_at IS NULL"))
        .isEqualTo(1);

    await(restore("order_fulfilled", "ful_1"));
    await(restore("order_fulfilled", "ful_1"));
    assertThat(levels("fulfilled")).isEqualTo(reserved);

    await(fulfill("order_fulfilled", "ful_2", "c", "fulfilled", 3));
    assertThat(levels("fulfilled")).containsExactly("a 2 0", "b 2 0", "c 6 9");
  }

  @Test
  void aFulfillmentElsewhereIsRefusedWithoutLevelOrStock() {
    variant("elsewhere", level("a", 2), level("b", 1));
    await(take("order_elsewhere", line("elsewhere", 2)));

    assertThat(failure(fulfill("order_elsewhere", "ful_3", "c", "elsewhere", 2)))
        .hasMessageContaining("Inventory item for elsewhere not found at location");
    assertThat(failure(fulfill("order_elsewhere", "ful_3", "b", "elsewhere", 2)))
        .hasMessageContaining("Insufficient stock for item: elsewhere");
    assertThat(levels("elsewhere")).containsExactly("a 2 2", "b 1 0");
  }

  @Test
  void stockThatWasTakenBeforeTheItemWasMadeIsNotTakenAgainAndReturnsToALocation() {
    catalog.sql(
        "INSERT INTO product_variant (id, title, product_id, inventory_quantity)"
            + " VALUES ('before', 'before', 'prod_1', 5)");
    await(take("order_before", line("before", 2)));
    await(
        catalog
            .pool
            .preparedQuery("SELECT locate_stock('b', 100, $1, 'command', 'SYSTEM', '[]')")
            .execute(Tuple.of(NOW)));

    await(fulfill("order_before", "ful_4", "b", "before", 2));
    assertThat(levels("before")).containsExactly("b 3 0");
    await(giveBack("order_before"));
    assertThat(levels("before")).containsExactly("b 5 0");
  }

  @Test
  void aShopIsConvertedOnceAndNothingIsLost() {
    catalog.sql(
        "INSERT INTO product_variant (id, title, product_id, sku, inventory_quantity)"
            + " VALUES ('converted', 'converted', 'prod_1', 'SKU', 5),"
            + " ('oversold', 'oversold', 'prod_1', NULL, -2)");
    LocateStock conversion = new LocateStock(catalog.pool, Clock.systemUTC());

    LocateStock.Located first = await(conversion.at("Warehouse"));
    LocateStock.Located second = await(conversion.at("Warehouse"));

    assertThat(first.variants()).isGreaterThanOrEqualTo(2);
    assertThat(first.isComplete()).isTrue();
    assertThat(second).isEqualTo(new LocateStock.Located(first.locationId(), 0, true));
    assertThat(levels("converted")).containsExactly(first.locationId() + " 5 0");
    assertThat(levels("oversold")).containsExactly(first.locationId() + " 0 2");
    assertThat(
            sum(
                "SELECT count(*) FROM sales_channel_location WHERE location_id = '"
                    + first.locationId()
                    + "'"))
        .isEqualTo(sum("SELECT count(*) FROM sales_channel WHERE deleted_at IS NULL"));
    assertReservationsAddUp();
  }

  @Test
  void aReturnAddsToItsLocation() {
    variant("returned", level("a", 1));

    await(receive("order_returned", "a", "returned", 2));

    assertThat(levels("returned")).containsExactly("a 3 0");
    assertThat(failure(receive("order_returned", "b", "returned", 1)))
        .hasMessageContaining("and location b not found");
  }

  @Test
  void aReturnWithoutALocationGoesWhereItCameFromOrToTheOnlyOrTheDefaultLocation() {
    catalog.sql("UPDATE store SET default_location_id = NULL");
    variant("alone", level("b", 1));
    await(receive("order_alone", null, "alone", 2));
    assertThat(levels("alone")).containsExactly("b 3 0");

    variant("spread", level("a", 5), level("b", 5));
    assertThat(failure(receive("order_other", null, "spread", 1)))
        .hasMessageContaining("location_id is required");
    await(take("order_spread", line("spread", 1)));
    await(fulfill("order_spread", "ful_spread", "b", "spread", 1));
    await(receive("order_spread", null, "spread", 1));
    assertThat(levels("spread")).containsExactly("a 5 0", "b 5 0");

    catalog.sql("UPDATE store SET default_location_id = 'a'");
    await(receive("order_other", null, "spread", 1));
    await(receive("order_spread", null, "spread", 1));
    assertThat(levels("spread")).containsExactly("a 6 0", "b 6 0");
  }

  private static JsonObject line(String variant, int quantity) {
    return new JsonObject()
        .put("variant_id", variant)
        .put("title", variant)
        .put("quantity", quantity);
  }

  private static JsonObject line(String order, JsonObject line) {
    return line.copy().put("line_item_id", order + "_" + line.getString("variant_id"));
  }

  private static Future<Boolean> buys(String order, JsonObject... lines) {
    return sold(take(order, lines));
  }

  private static Future<Boolean> sold(Future<Void> taking) {
    return taking
        .map(true)
        .recover(failure ->
            PgErrors.hasState(failure, PlacementSqlState.OUT_OF_STOCK.code())
                ? Future.succeededFuture(false)
                : Future.failedFuture(failure));
  }

  private static Future<Void> take(String order, JsonObject... lines) {
    JsonArray all = new JsonArray(Stream.of(lines).map(line -> line(order, line)).toList());
    return catalog
        .orders
        .preparedQuery("SELECT catalog.take_stock($1, $2, $3, $4, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, CHANNEL, all, NOW))
        .mapEmpty();
  }

  /** Line of an edit in place of the line of the order. */
  private static JsonObject copy(String order, String variant, int change, int open) {
    return new JsonObject()
        .put("line_item_id", order + "_copy_" + variant)
        .put("previous_id", order + "_" + variant)
        .put("variant_id", variant)
        .put("change", change)
        .put("open_quantity", open);
  }

  private static Future<Void> change(String order, JsonObject... lines) {
    return catalog
        .orders
        .preparedQuery("SELECT catalog.change_stock($1, $2, $3, $4, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, CHANNEL, new JsonArray(List.of(lines)), NOW))
        .mapEmpty();
  }

  private static Future<Void> fulfillCopy(
      String order, String fulfillment, String variant, int quantity) {
    JsonObject line =
        line(variant, quantity)
            .put("line_item_id", order + "_copy_" + variant)
            .put("fulfillment_id", fulfillment);
    return catalog
        .orders
        .preparedQuery("SELECT catalog.fulfill_stock($1, NULL, $2, $3, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, new JsonArray().add(line), NOW))
        .mapEmpty();
  }

  private static void simpleVariant(String id, int stocked) {
    catalog.sql(
        "INSERT INTO product_variant (id, title, product_id, inventory_quantity)"
            + " VALUES ($1, $1, 'prod_1', $2)",
        id,
        stocked);
  }

  private static long simpleStock(String id) {
    return sum("SELECT inventory_quantity::bigint FROM product_variant WHERE id = '" + id + "'");
  }

  private static Future<Void> giveBack(String order) {
    return catalog
        .orders
        .preparedQuery("SELECT catalog.return_stock($1, $2, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, NOW))
        .mapEmpty();
  }

  private static Future<Void> fulfill(
      String order, String fulfillment, String location, String variant, int quantity) {
    JsonObject line = line(order, line(variant, quantity)).put("fulfillment_id", fulfillment);
    return catalog
        .orders
        .preparedQuery("SELECT catalog.fulfill_stock($1, $2, $3, $4, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, location, new JsonArray().add(line), NOW))
        .mapEmpty();
  }

  private static Future<Void> restore(String order, String fulfillment) {
    return catalog
        .orders
        .preparedQuery("SELECT catalog.restore_fulfilled_stock($1, $2, $3, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, fulfillment, NOW))
        .mapEmpty();
  }

  private static Future<Void> receive(String order, String location, String variant, int quantity) {
    return catalog
        .orders
        .preparedQuery("SELECT catalog.receive_stock($1, 'ret', $2, $3, $4, 'command', 'SYSTEM')")
        .execute(Tuple.of(order, location, new JsonArray().add(line(variant, quantity)), NOW))
        .mapEmpty();
  }

  private static JsonObject level(String location, int stocked) {
    return new JsonObject().put("location", location).put("stocked", stocked);
  }

  private static void variant(String id, JsonObject... levels) {
    simpleVariant(id, 1000);
    item(id, levels);
  }

  private static void item(String id, JsonObject... levels) {
    catalog.sql("INSERT INTO inventory_item (id) VALUES ('item_' || $1)", id);
    catalog.sql(
        "INSERT INTO product_variant_inventory_item (id, variant_id, inventory_item_id)"
            + " VALUES ('link_' || $1, $1, 'item_' || $1)",
        id);
    for (JsonObject level : levels) {
      catalog.sql(
          "INSERT INTO inventory_level (id, inventory_item_id, location_id, stocked_quantity)"
              + " VALUES ('level_' || $1 || $2, 'item_' || $1, $2, $3)",
          id,
          level.getString("location"),
          level.getLong("stocked"));
    }
  }

  /** Levels of the variant's item as location, stocked and reserved units. */
  private static List<String> levels(String variant) {
    List<String> levels = new ArrayList<>();
    for (Row row :
        catalog.sql(
            "SELECT level.location_id || ' ' || stocked_quantity || ' ' || reserved_quantity"
                + " FROM inventory_level AS level"
                + " JOIN product_variant_inventory_item AS link USING (inventory_item_id)"
                + " WHERE link.variant_id = $1 ORDER BY 1",
            variant)) {
      levels.add(row.getString(0));
    }
    return levels;
  }

  private static long sum(String statement) {
    return catalog.sql(statement).iterator().next().getLong(0);
  }

  /** The reserved units of each level, where no test sets them, are those of its reservations. */
  private static void assertReservationsAddUp() {
    assertThat(
            catalog.sql(
                """
                SELECT level.id
                FROM inventory_level AS level
                WHERE level.inventory_item_id <> 'item_fulfilled'
                  AND level.reserved_quantity <> (
                    SELECT coalesce(sum(quantity), 0)
                    FROM reservation_item AS reservation
                    WHERE reservation.inventory_item_id = level.inventory_item_id
                      AND reservation.location_id = level.location_id
                      AND reservation.deleted_at IS NULL)
                """))
        .isEmpty();
  }
}
