package dev.tradewind.catalog.inventory;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.catalog.TestCatalog;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Allocation of stock by the SQL functions, as the order verticle calls them, in tables.
 *
 * <p>Stock: {@code simple 5} is a variant with five units and no inventory item; {@code a5 b3} one
 * with an item at two locations of the channel, {@code o} is a location of another channel and
 * {@code u} one of none, {@code item} an item without a level; {@code x2} units of the item a
 * variant needs. Steps: {@code take o 3} takes three units for the order o, {@code exceed} even if
 * they are short, {@code allocate} under the stock lock of o. {@code locate} makes an inventory
 * item of the variant. What is left: the units of {@code simple}, or stocked/reserved units at each
 * location.
 */
class StockAllocationIT {

  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-01-02T03:04:05Z");
  private static final String OK = "ok";
  private static final String EVENT = "$%d, 'command', 'SYSTEM')";

  private static final AtomicInteger ROWS = new AtomicInteger();

  private static TestCatalog catalog;

  /** Variant of this row, and prefix of the ids of its orders. */
  private final String id = "row" + ROWS.incrementAndGet();

  @BeforeAll
  static void open() {
    catalog = new TestCatalog();
    catalog.sql("INSERT INTO product (id, title) VALUES ('prod_1', 'Thing')");
    catalog.sql("INSERT INTO sales_channel (id, name) VALUES ('sc_1', 'Shop'), ('sc_2', 'Other')");
    for (String location : List.of("a", "b", "c", "o", "u")) {
      catalog.sql("INSERT INTO stock_location (id, name) VALUES ($1, $1)", location);
    }
    catalog.sql(
        "INSERT INTO sales_channel_location (id, sales_channel_id, location_id, created_at)"
            + " SELECT 'link_' || id, CASE id WHEN 'o' THEN 'sc_2' ELSE 'sc_1' END, id, '2026-01-01Z'"
            + " FROM stock_location WHERE id <> 'u'");
  }

  @AfterAll
  static void close() {
    catalog.close();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          simple 5           | take o 3                        | ok                  | 2
          simple 5           | take o 5                        | ok                  | 0
          simple 5           | take o 6                        | short 5 of 6        | 5
          simple 0           | take o 1                        | short 0 of 1        | 0
          simple 5           | take o 3, take p 3              | ok, short 2 of 3    | 2
          simple 5           | take o 3, take o 3              | ok, ok              | 2
          simple 5           | take o 3, release o             | ok, ok              | 5
          simple 5           | take o 3, release o, release o  | ok, ok, ok          | 5
          simple 5           | take o 5, release o, take p 5   | ok, ok, ok          | 0
          simple 5           | take o 3, release p             | ok, ok              | 2
          simple 5           | take o 3, receive o 2           | ok, ok              | 4
          simple 5           | take o 3, edit o 2 5            | ok, ok              | 0
          simple 5           | take o 3, edit o 3 6            | ok, short 2 of 3    | 2
          simple 5           | take o 3, edit o -2 1           | ok, ok              | 4
          simple 5           | take o 3, edit o -9 0           | ok, ok              | 5
          simple 5           | take o 3, edit o -2 1, release o | ok, ok, ok         | 5
          simple 5           | take o 3, fulfill o 2           | ok, ok              | 2
          simple 1 backorder | take o 3                        | ok                  | -2
          simple 1 backorder | take o 3, release o             | ok, ok              | 1
          simple 1           | exceed o 3                      | ok                  | -2
          simple 0 unmanaged | take o 9                        | ok                  | 0
          simple 0 unmanaged | take o 9, release o, receive o 1 | ok, ok, ok         | 0
          simple 5           | take o 3, unmanage o, release o | ok, ok, ok          | 2
          simple 5 deleted   | take o 1                        | short 0 of 1        | 5
          """)
  void aVariantWithoutAnItem(String stock, String steps, String outcomes, String left) {
    create(stock);

    assertThat(run(steps)).isEqualTo(outcomes);
    assertThat(left()).isEqualTo(left);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a5                 | take o 3                        | ok                  | a 5/3
          a5                 | take o 5                        | ok                  | a 5/5
          a5                 | take o 6                        | short 5 of 6        | a 5/0
          a5                 | take o 3, take p 3              | ok, short 2 of 3    | a 5/3
          a5                 | take o 3, take o 3              | ok, ok              | a 5/3
          a5                 | exceed o 7                      | ok                  | a 5/7
          a5                 | exceed o 7, take p 1            | ok, short 0 of 1    | a 5/7
          u9                 | take o 1                        | short 0 of 1        | u 9/0
          o9                 | take o 1                        | short 0 of 1        | o 9/0
          item               | take o 1                        | short 0 of 1        | none
          a6 x2              | take o 3                        | ok                  | a 6/6
          a5 x2              | take o 3                        | short 2 of 3        | a 5/0
          a5 unmanaged       | take o 9                        | ok                  | a 5/0
          a5 deleted         | take o 1                        | short 0 of 1        | a 5/0
          a1 backorder       | take o 5                        | ok                  | a 1/5
          a5                 | take o 3, release o             | ok, ok              | a 5/0
          a5                 | take o 3, release o, release o  | ok, ok, ok          | a 5/0
          a5                 | take o 3, release p             | ok, ok              | a 5/3
          a5                 | take o 5, release o, take p 5   | ok, ok, ok          | a 5/5
          a5                 | take o 3, edit o 2 5            | ok, ok              | a 5/5
          a5                 | take o 3, edit o 3 6            | ok, short 2 of 3    | a 5/3
          a5                 | take o 3, edit o -2 1           | ok, ok              | a 5/1
          a5                 | take o 3, fulfill o 2           | ok, ok              | a 3/1
          a5                 | take o 3, fulfill o 2 a         | ok, ok              | a 3/1
          a5                 | take o 3, fulfill o 3, restore o | ok, ok, ok         | a 5/3
          a5                 | take o 3, fulfill o 3, restore o, restore o | ok, ok, ok, ok | a 5/3
          a5                 | take o 3, fulfill o 2, release o | ok, ok, ok         | a 3/0
          a5                 | take o 3, fulfill o 3, receive o 1 | ok, ok, ok       | a 3/0
          a5                 | take o 3, fulfill o 2 b         | ok, TW009           | a 5/3
          a5                 | receive o 2 b                   | TW010               | a 5/0
          """)
  void aVariantAtOneLocation(String stock, String steps, String outcomes, String left) {
    create(stock);

    assertThat(run(steps)).isEqualTo(outcomes);
    assertThat(left()).isEqualTo(left);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a2 b9        | take o 4               | ok              | a 2/0 b 9/4
          a5 b5        | take o 2               | ok              | a 5/2 b 5/0
          a2 b3        | take o 4               | ok              | a 2/1 b 3/3
          a2 b3        | take o 5               | ok              | a 2/2 b 3/3
          a2 b3        | take o 6               | short 5 of 6    | a 2/0 b 3/0
          a2 b3 c2     | take o 6               | ok              | a 2/2 b 3/3 c 2/1
          a1 u9        | take o 2               | short 1 of 2    | a 1/0 u 9/0
          a1 o9        | take o 2               | short 1 of 2    | a 1/0 o 9/0
          a1 o9        | exceed o 2             | ok              | a 1/2 o 9/0
          a1 b2        | exceed o 5             | ok              | a 1/0 b 2/5
          a1 b2 backorder | take o 5            | ok              | a 1/0 b 2/5
          u5 backorder | take o 1               | ok              | u 5/0
          a3 b3 x2     | take o 3               | ok              | a 3/3 b 3/3
          a5 b3        | take o 4, take p 3     | ok, ok          | a 5/4 b 3/3
          a5 b3        | take o 4, take p 4     | ok, ok          | a 5/5 b 3/3
          a2 b3        | take o 4, release o    | ok, ok          | a 2/0 b 3/0
          a2 b3        | take o 5, release o, take p 5 | ok, ok, ok | a 2/2 b 3/3
          a2 b3        | take o 4, fulfill o 4  | ok, ok          | a 1/0 b 0/0
          a2 b9        | take o 2, fulfill o 2 b | ok, ok         | a 2/0 b 7/0
          a1 b2        | take o 3, fulfill o 2 a | ok, TW009      | a 1/1 b 2/2
          a2 b3        | take o 4, fulfill o 4, restore o | ok, ok, ok | a 2/1 b 3/3
          a2 b3        | take o 5, edit o -5 0  | ok, ok          | a 2/0 b 3/0
          a2 b3        | receive o 1            | TW011           | a 2/0 b 3/0
          a2 b3        | take o 1, fulfill o 1 b, receive o 1 | ok, ok, ok | a 2/0 b 3/0
          """)
  void aVariantAtSeveralLocations(String stock, String steps, String outcomes, String left) {
    create(stock);

    assertThat(run(steps)).isEqualTo(outcomes);
    assertThat(left()).isEqualTo(left);
  }

  /** The second step waits for the locks of the first, which its transaction then ends. */
  @ParameterizedTest(name = "{0}: {2} then {3}, {4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          simple 5 |                       | take o 3    | take p 3   | commit   | short 2 of 3 | 2
          simple 5 |                       | take o 3    | take p 3   | rollback | ok           | 2
          simple 5 |                       | take o 3    | take p 2   | commit   | ok           | 0
          simple 5 | take o 5              | release o   | take p 5   | commit   | ok           | 0
          simple 5 | take o 5              | release o   | take p 5   | rollback | short 0 of 5 | 0
          simple 5 | take o 3              | release o   | release o  | commit   | ok           | 5
          simple 5 | take o 3              | release o   | edit o 2 5 | commit   | ok           | 3
          simple 5 |                       | locate o    | take p 3   | commit   | ok           | a 5/3
          simple 5 |                       | locate o    | take p 3   | rollback | ok           | 2
          simple 5 |                       | allocate o 3 | release o | commit   | ok           | 5
          a5       |                       | allocate o 3 | release o | commit   | ok           | a 5/0
          a5       |                       | take o 3    | take p 3   | commit   | short 2 of 3 | a 5/3
          a5       |                       | take o 3    | take p 3   | rollback | ok           | a 5/3
          a2 b3    |                       | take o 4    | take p 1   | commit   | ok           | a 2/2 b 3/3
          a2 b3    |                       | take o 4    | take p 2   | commit   | short 1 of 2 | a 2/1 b 3/3
          a5       | take o 5              | release o   | take p 5   | commit   | ok           | a 5/5
          a5       | take o 3              | release o   | release o  | commit   | ok           | a 5/0
          a5       | take o 3              | release o   | fulfill o 3 | commit  | ok           | a 5/0
          a5       | take o 3              | fulfill o 3 | release o  | commit   | ok           | a 2/0
          a5       | take o 3              | fulfill o 3 | release o  | rollback | ok           | a 5/0
          a5       | take o 3, fulfill o 3 | restore o   | restore o  | commit   | ok           | a 5/3
          """)
  void aConcurrentCallerWaits(
      String stock,
      String before,
      String first,
      String second,
      String end,
      String outcome,
      String left) {
    create(stock);
    if (before != null) {
      run(before);
    }
    SqlConnection holder = await(catalog.pool.getConnection());
    SqlConnection waiting = await(catalog.orders.getConnection());
    int process =
        await(waiting.query("SELECT pg_backend_pid()").execute()).iterator().next().getInteger(0);
    Transaction transaction = await(holder.begin());
    assertThat(await(step(holder, first))).isEqualTo(OK);

    Future<String> waited = step(waiting, second);
    until(() -> isWaiting(process));
    await(end.equals("commit") ? transaction.commit() : transaction.rollback());

    assertThat(await(waited)).isEqualTo(outcome);
    assertThat(left()).isEqualTo(left);
    await(Future.all(holder.close(), waiting.close()));
  }

  /** Then carts renew the variants that they have in memory, and need not read them again. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          take o 3               | stock 2
          take o 3, release o    | stock 2, stock 5
          take o 3, receive o 2  | stock 2, stock 4
          take o 3, edit o 2 5   | stock 2, stock 0
          take o 3, edit o -2 1  | stock 2, stock 4
          """)
  void theChangeLogHasTheStockAfterEachStep(String steps, String logged) {
    create("simple 5");
    catalog.sql("DELETE FROM change_log");

    run(steps);

    assertThat(
            catalog.id(
                """
                SELECT string_agg(
                  kind || ' ' || split_part(detail, ' ', 3), ', '
                  ORDER BY split_part(detail, ' ', 2)::bigint)
                FROM change_log
                """))
        .isEqualTo(logged);
  }

  private static boolean isWaiting(int process) {
    return catalog.sql("SELECT FROM pg_locks WHERE pid = $1 AND NOT granted", process).size() > 0;
  }

  private void create(String stock) {
    List<String> words = List.of(stock.split(" "));
    boolean isSimple = words.contains("simple");
    catalog.sql(
        """
        INSERT INTO product_variant (
          id, title, product_id, inventory_quantity, manage_inventory, allow_backorder, deleted_at
        )
        VALUES ($1, $1, 'prod_1', $2, $3, $4, $5)
        """,
        id,
        isSimple ? Integer.parseInt(words.get(1)) : 1_000,
        !words.contains("unmanaged"),
        words.contains("backorder"),
        words.contains("deleted") ? NOW : null);
    if (isSimple) {
      return;
    }
    catalog.sql("INSERT INTO inventory_item (id) VALUES ($1)", id);
    catalog.sql(
        "INSERT INTO product_variant_inventory_item"
            + " (id, variant_id, inventory_item_id, required_quantity) VALUES ($1, $1, $1, $2)",
        id,
        words.contains("x2") ? 2 : 1);
    for (String level : words) {
      if (level.matches("[abcou]\\d+")) {
        catalog.sql(
            "INSERT INTO inventory_level (id, inventory_item_id, location_id, stocked_quantity)"
                + " VALUES ($1 || $2, $1, $2, $3)",
            id,
            level.substring(0, 1),
            Long.parseLong(level.substring(1)));
      }
    }
  }

  private String run(String steps) {
    return Arrays.stream(steps.split(", "))
        .map(step -> await(step(catalog.orders, step)))
        .collect(Collectors.joining(", "));
  }

  private Future<String> step(SqlClient db, String step) {
    String[] words = step.split(" ");
    String order = id + words[1];
    JsonObject line =
        new JsonObject()
            .put("line_item_id", order)
            .put("variant_id", id)
            .put("title", id)
            .put("fulfillment_id", order);
    if (words.length > 2) {
      line.put("quantity", Integer.parseInt(words[2]));
    }
    String location = words.length > 3 ? words[3] : null;
    JsonArray lines = new JsonArray().add(line);
    return outcome(
        switch (words[0]) {
          case "take" -> call(db, "take_stock", order, "sc_1", lines);
          case "exceed" -> {
            line.put("may_exceed_stock", true);
            yield call(db, "take_stock", order, "sc_1", lines);
          }
          case "allocate" ->
              db.preparedQuery("SELECT catalog.lock_stock($1)")
                  .execute(Tuple.of(order))
                  .compose(locked -> call(db, "take_stock", order, "sc_1", lines));
          case "locate" ->
              db.preparedQuery("SELECT locate_variants($1, 'a', 1, $2, 'command', 'SYSTEM')")
                  .execute(Tuple.of(new String[] {id}, NOW));
          case "unmanage" ->
              catalog
                  .pool
                  .preparedQuery(
                      "UPDATE product_variant SET manage_inventory = false WHERE id = $1")
                  .execute(Tuple.of(id));
          case "release" -> call(db, "return_stock", order);
          case "fulfill" -> call(db, "fulfill_stock", order, location, lines);
          case "restore" -> call(db, "restore_fulfilled_stock", order, order);
          case "receive" -> call(db, "receive_stock", order, "ret_" + order, location, lines);
          case "edit" -> {
            line.put("previous_id", order)
                .put("change", line.getInteger("quantity"))
                .put("open_quantity", Integer.parseInt(words[3]));
            yield call(db, "change_stock", order, "sc_1", lines);
          }
          default -> throw new IllegalArgumentException(step);
        });
  }

  private static Future<?> call(SqlClient db, String function, Object... own) {
    String parameters =
        Stream.iterate(1, number -> number + 1)
            .limit(own.length)
            .map(number -> "$" + number + ", ")
            .collect(Collectors.joining());
    return db.preparedQuery(
            "SELECT catalog." + function + "(" + parameters + EVENT.formatted(own.length + 1))
        .execute(Tuple.from(own).addOffsetDateTime(NOW));
  }

  private static Future<String> outcome(Future<?> step) {
    return step.map(OK)
        .recover(failure -> {
          if (!(failure instanceof PgException refused)) {
            return Future.failedFuture(failure);
          }
          if (!"TW001".equals(refused.getSqlState())) {
            return Future.succeededFuture(refused.getSqlState());
          }
          JsonObject missing = new JsonArray(refused.getDetail()).getJsonObject(0);
          return Future.succeededFuture(
              "short %d of %d"
                  .formatted(missing.getInteger("available"), missing.getInteger("wanted")));
        });
  }

  /** Units of a simple variant, or stocked/reserved units at each location. */
  private String left() {
    return catalog.id(
        """
        SELECT CASE
          WHEN link.id IS NULL THEN variant.inventory_quantity::text
          ELSE coalesce((
            SELECT string_agg(
              location_id || ' ' || stocked_quantity || '/' || reserved_quantity, ' '
              ORDER BY location_id)
            FROM inventory_level
            WHERE inventory_item_id = link.inventory_item_id), 'none')
        END
        FROM product_variant AS variant
        LEFT JOIN product_variant_inventory_item AS link ON link.variant_id = variant.id
        WHERE variant.id = $1
        """,
        id);
  }
}
