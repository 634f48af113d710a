package dev.tradewind.cart;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.PreparedSwapCartNewCartBuilder;
import dev.tradewind.cart.command.CartCommandExecutor;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code create_swap_cart}, called by order verticles of this version and of the one before. */
class SwapCartFunctionIT {

  private static final Schema ORDERS = Schema.of("orders");
  private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

  private static Vertx vertx;
  private static Pool pool;
  private static Pool orders;

  @BeforeAll
  static void open() {
    vertx = Vertx.vertx();
    DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 2);
    new Migrations(database).run(List.of(ORDERS, CartVerticle.SCHEMA));
    pool = SchemaPool.open(vertx, database, CartVerticle.SCHEMA);
    orders = SchemaPool.open(vertx, database, ORDERS);
  }

  @AfterAll
  static void close() {
    await(vertx.close());
  }

  private static JsonObject cart(String id) {
    return PreparedSwapCartNewCartBuilder.builder()
        .id(id)
        .version(1)
        .regionId("reg_1")
        .salesChannelId("sc_1")
        .customerId("cus_1")
        .email("ada@example.com")
        .createdAt(CREATED)
        .updatedAt(CREATED)
        .stateVersion(1)
        .state(new JsonObject().put("items", new JsonArray()))
        .build()
        .toJson();
  }

  private static void create(JsonObject cart, JsonArray events) {
    await(
        orders
            .preparedQuery("SELECT cart.create_swap_cart($1, $2)")
            .execute(Tuple.of(cart, events)));
  }

  private static String only(String statement, String id) {
    RowSet<Row> rows = await(pool.preparedQuery(statement).execute(Tuple.of(id)));
    assertThat(rows.size()).isEqualTo(1);
    return rows.iterator().next().getString(0);
  }

  private static String eventOf(String id) {
    return only(
        """
        SELECT concat_ws(' ', topic, key, type, aggregate_version, data, occurred_at = '2026-01-02T03:04:05Z',
          causation_id, actor)
        FROM outbox
        WHERE subject = $1
        """,
        id);
  }

  @Test
  void theCartHasAllThatWasPrepared() {
    create(cart("cart_all"), new JsonArray());

    assertThat(
            only(
                """
                SELECT concat_ws(' ', type, version, region_id, sales_channel_id, customer_id, email,
                  created_at = '2026-01-02T03:04:05Z', state_version, state)
                FROM cart
                WHERE id = $1
                """,
                "cart_all"))
        .isEqualTo("swap 1 reg_1 sc_1 cus_1 ada@example.com t 1 {\"items\": []}");
  }

  @Test
  void theFunctionAppendsTheEventOfTheCart() {
    create(
        cart("cart_own").put("causation_id", "command_1").put("actor", "user:usr_1"),
        new JsonArray());

    assertThat(eventOf("cart_own"))
        .isEqualTo(
            "commerce.cart.v1 cart_own cart.created 1 {\"id\": \"cart_own\"} t command_1 user:usr_1");
  }

  @Test
  void anOrderVerticleOfTheVersionBeforePassesTheEvent() {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofSeconds(30));
    Event event = CartCommandExecutor.event(context, CREATED, "cart.created", "cart_former", 1);

    create(cart("cart_former").put("type", "swap"), Outbox.rows(List.of(event)));

    assertThat(eventOf("cart_former"))
        .startsWith("commerce.cart.v1 cart_former cart.created 1 {\"id\": \"cart_former\"} t ");
  }

  @Test
  void anOrderVerticleOfTheVersionBeforeThatReceivesNoEventCausesOne() {
    create(cart("cart_mixed"), new JsonArray());

    assertThat(eventOf("cart_mixed"))
        .isEqualTo(
            "commerce.cart.v1 cart_mixed cart.created 1 {\"id\": \"cart_mixed\"} t cart_mixed SYSTEM");
  }
}
