package dev.tradewind.customer.privacy;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.cart.CartOperation;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.customer.CustomerVerticle;
import dev.tradewind.customer.restock.RestockRequestStore;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.InternalOperation;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.testing.AdvanceableClock;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Repetition of an erasure in other verticles until nothing remains. */
@ExtendWith(VertxExtension.class)
class ErasureIT {

  private final AdvanceableClock clock = new AdvanceableClock();
  private final List<String> erased = new ArrayList<>();
  private Supplier<Future<Reply>> orders = () -> remaining(0);
  private Vertx vertx;
  private Pool pool;
  private PrivacyService privacy;

  @BeforeEach
  void open(Vertx given) {
    vertx = given;
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "customer",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(CustomerVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, database, CustomerVerticle.SCHEMA);
    OperationClient bus = new OperationClient(vertx, Clock.systemUTC());
    privacy = new PrivacyService(pool, bus, new RestockRequestStore(), vertx.eventBus(), clock);
    Operations operations = new Operations();
    privacy.bind(operations);
    serve(CartOperation.ERASE_CARTS, CartClient.ADDRESS, () -> remaining(0));
    serve(OrderOperation.ERASE_ORDERS, OrderClient.ADDRESS, () -> orders.get());
    await(operations.serve(vertx, "privacy", Clock.systemUTC()));
    await(
        pool.query(
                """
                INSERT INTO customer (id, email, has_account, created_at, updated_at) VALUES
                  ('cus_account', 'ada@example.com', true, now(), now()),
                  ('cus_guest', 'ada@example.com', false, now(), now()),
                  ('cus_other', 'eve@example.com', true, now(), now());
                INSERT INTO address (id, customer_id, last_name, created_at, updated_at)
                VALUES ('addr_1', 'cus_account', 'Lovelace', now(), now());
                INSERT INTO restock_request (variant_id, email, created_at) VALUES
                  ('variant_1', 'ada@example.com', now()),
                  ('variant_1', 'eve@example.com', now());
                INSERT INTO provider_customer (customer_id, key, provider_customer, is_confirmed)
                VALUES ('cus_account', 'stripe_id', 'cus_1', true);
                INSERT INTO customer_group (id, name, created_at, updated_at)
                VALUES ('cgrp_1', 'Regulars', now(), now());
                INSERT INTO customer_group_customers (customer_group_id, customer_id)
                VALUES ('cgrp_1', 'cus_account');
                UPDATE customer SET billing_address_id = 'addr_1' WHERE id = 'cus_account'
                """)
            .execute());
  }

  private void serve(InternalOperation operation, String address, Supplier<Future<Reply>> answer) {
    Operations internal =
        new Operations()
            .on(
                operation,
                request -> {
                  erased.add(operation.id() + " " + request.input().getString("customer_id"));
                  return answer.get();
                });
    await(internal.serve(vertx, OperationClient.internalAddress(address), Clock.systemUTC()));
  }

  private static Future<Reply> remaining(long count) {
    return Future.succeededFuture(Reply.ok(new JsonObject().put("remaining", count)));
  }

  private Future<Reply> ask(String operation, String id) {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofMinutes(1));
    return new OperationClient(vertx, Clock.systemUTC())
        .send(
            "privacy",
            operation,
            context,
            Request.input(
                new JsonObject().put("id", id),
                new JsonObject(),
                new JsonObject(),
                new JsonObject()));
  }

  private JsonObject erasure(String id) {
    return await(ask("adminGetErasure", id)).body().toJsonObject().getJsonObject("erasure");
  }

  private long count(String from) {
    return await(pool.query("SELECT count(*) FROM " + from).execute()).iterator().next().getLong(0);
  }

  @Test
  void theGuestOfTheSameEmailIsErasedToo() {
    assertThat(await(ask("adminEraseCustomer", "cus_account")).status()).isEqualTo(200);

    assertThat(count("customer WHERE email LIKE 'erased+cus\\_%@erased.invalid'")).isEqualTo(2);
    assertThat(count("customer WHERE email = 'eve@example.com'")).isEqualTo(1);
    assertThat(count("address")).isZero();
    assertThat(count("restock_request WHERE email = 'ada@example.com'")).isZero();
    assertThat(count("restock_request")).isEqualTo(1);
    assertThat(count("outbox WHERE type = 'customer.erased'")).isEqualTo(2);
    assertThat(count("audit_entry WHERE action = 'erasure'")).isEqualTo(2);
  }

  @Test
  void noRowOfTheSchemaRefersToAnErasedCustomer() {
    await(ask("adminEraseCustomer", "cus_account"));

    List<String> tables =
        await(
                pool.query(
                        """
                        SELECT quote_ident(table_name) AS name
                        FROM information_schema.columns
                        WHERE table_schema = 'customer'
                          AND column_name = 'customer_id'
                          AND table_name <> 'erasure'
                        """)
                    .execute())
            .stream()
            .map(row -> row.getString("name"))
            .toList();

    assertThat(tables).contains("address", "provider_customer");
    assertThat(tables)
        .allSatisfy(table ->
            assertThat(count(table + " WHERE customer_id = 'cus_account'")).as(table).isZero());
  }

  @Test
  void concurrentRequestsEraseOnce() {
    List<Future<Reply>> asked = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      asked.add(ask("adminEraseCustomer", i % 2 == 0 ? "cus_account" : "cus_guest"));
    }
    asked.forEach(answer -> assertThat(await(answer).status()).isEqualTo(200));

    assertThat(count("outbox WHERE type = 'customer.erased' AND subject = 'cus_account'"))
        .isEqualTo(1);
    assertThat(count("audit_entry WHERE subject = 'cus_account' AND action = 'erasure'"))
        .isEqualTo(1);
  }

  @Test
  void anErasureIsRepeatedUntilNothingRemains() {
    await(ask("adminEraseCustomer", "cus_account"));
    orders = () -> Future.failedFuture(Problem.unavailable("unavailable"));
    assertThat(failure(privacy.eraseDue())).isNotNull();
    assertThat(erasure("cus_account").getValue("remaining")).isNull();

    orders = () -> remaining(1);
    await(privacy.eraseDue());
    assertThat(erasure("cus_account").getValue("remaining")).as("not due yet").isNull();
    clock.advance(Duration.ofMinutes(2));
    await(privacy.eraseDue());
    assertThat(erasure("cus_account").getLong("remaining")).isEqualTo(1);
    assertThat(erasure("cus_account").getString("completed_at")).isNull();

    orders = () -> remaining(0);
    clock.advance(Duration.ofHours(7));
    Future<?> oneNode = privacy.eraseDue();
    Future<?> otherNode = privacy.eraseDue();
    await(oneNode);
    await(otherNode);
    assertThat(erasure("cus_account").getString("completed_at")).isNotNull();

    erased.clear();
    clock.advance(Duration.ofHours(7));
    await(privacy.eraseDue());
    assertThat(erased).isEmpty();
  }
}
