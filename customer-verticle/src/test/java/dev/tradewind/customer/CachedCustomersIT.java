package dev.tradewind.customer;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.event.ErasedCustomers;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lists of customers and groups that two nodes have in memory: never older than the last commit.
 */
@Timeout(600)
class CachedCustomersIT {

  private static final int ROUNDS = 1_000;
  private static final int READERS = 2;
  private static final JsonObject NOTHING = new JsonObject();
  private static final JsonObject GROUP = new JsonObject().put("id", "cgrp_1");

  private static CustomerShop shop;
  private static Vertx other;
  private static Vertx plain;
  private static SimpleMeterRegistry meters;
  private static OperationClient node;
  private static OperationClient uncached;

  @BeforeAll
  static void open() {
    shop = new CustomerShop();
    other = Vertx.vertx();
    plain = Vertx.vertx();
    meters = new SimpleMeterRegistry();
    new FakeRemoteServices(other);
    node = shop.deployNode(other, meters, 8);
    uncached = shop.deployNode(plain, new SimpleMeterRegistry(), 0);
    for (int customer = 1; customer <= 60; customer++) {
      shop.run(
          """
          INSERT INTO customer (id, email, has_account, first_name, created_at, updated_at)
          VALUES ('cus_' || $1, 'c' || $1 || '@example.com', $2, '0', now() + $3 * interval '1 s', now())
          """,
          "" + customer,
          customer % 2 == 0,
          customer);
    }
    shop.run(
        """
        INSERT INTO address (id, customer_id, city, created_at, updated_at)
        VALUES ('addr_1', 'cus_59', 'Town', now(), now()), ('addr_2', NULL, 'City', now(), now())
        """);
    shop.run("UPDATE customer SET billing_address_id = 'addr_1' WHERE id = 'cus_59'");
    shop.run("UPDATE customer SET billing_address_id = 'addr_2' WHERE id = 'cus_58'");
    shop.run(
        """
        INSERT INTO customer_group (id, name, created_at, updated_at)
        VALUES ('cgrp_1', 'one', now(), now()), ('cgrp_2', 'two', now(), now())
        """);
    shop.run("INSERT INTO customer_group_customers VALUES ('cgrp_1', 'cus_60')");
  }

  @AfterAll
  static void close() {
    await(other.close());
    await(plain.close());
    shop.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          adminListCustomers ; {} ; UPDATE customer SET first_name = 'new' WHERE id = 'cus_60'
          adminListCustomers ; {} ; UPDATE customer SET deleted_at = now() WHERE id = 'cus_57'
          adminListCustomers ; {} ; UPDATE customer SET deleted_at = NULL
          adminListCustomers ; {} ; UPDATE customer SET created_at = now() WHERE id = 'cus_56'
          adminListCustomers ; {} ; UPDATE address SET city = city || '+' WHERE id = 'addr_1'
          adminListCustomers ; {} ; UPDATE address SET city = city || '+' WHERE id = 'addr_2'
          adminListCustomers ; {} ; UPDATE customer SET billing_address_id = NULL WHERE id = 'cus_59'
          adminListCustomers ; {} ; INSERT INTO customer (id, email, created_at, updated_at) VALUES ('cus_n', 'n@x', now(), now())
          adminListCustomers ; {} ; DELETE FROM customer WHERE id = 'cus_n'
          adminListCustomers ; {"q": "seven"} ; UPDATE customer SET last_name = 'Seven' WHERE id = 'cus_7'
          adminListCustomers ; {"order": "email"} ; UPDATE customer SET email = 'aaa@example.com' WHERE id = 'cus_9'
          adminListCustomers ; {"updated_at": {"gt": "2100-01-01"}} ; UPDATE customer SET updated_at = '2100-01-02' WHERE id = 'cus_8'
          adminListCustomers ; {"has_account": true} ; UPDATE customer SET has_account = true WHERE id = 'cus_7'
          adminListCustomers ; {"groups": ["cgrp_2"]} ; INSERT INTO customer_group_customers VALUES ('cgrp_2', 'cus_1')
          adminListCustomers ; {"groups": ["cgrp_2"]} ; UPDATE customer_group SET name = name || '+' WHERE id = 'cgrp_2'
          adminListCustomerGroupCustomers ; {} ; INSERT INTO customer_group_customers VALUES ('cgrp_1', 'cus_2')
          adminListCustomerGroupCustomers ; {} ; DELETE FROM customer_group_customers WHERE customer_id = 'cus_2'
          adminListCustomerGroups ; {} ; UPDATE customer_group SET name = name || '+' WHERE id = 'cgrp_1'
          adminGetCustomerGroup ; {} ; UPDATE customer_group SET name = name || '+' WHERE id = 'cgrp_1'
          adminListCustomerGroups ; {} ; DELETE FROM customer_group WHERE id = 'cgrp_2'
          """)
  void aChangeIsShownAtOnce(String operation, String query, String change) {
    JsonObject asked = new JsonObject(query);
    String before = read(node, operation, asked);
    double hits = hits();
    assertThat(read(node, operation, asked)).isEqualTo(before);
    assertThat(hits()).isEqualTo(hits + 1);

    shop.run(change);

    assertThat(read(node, operation, asked))
        .isNotEqualTo(before)
        .isEqualTo(read(uncached, operation, asked));
  }

  /** The catalog has the countries, and the order verticle the orders. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'expand': 'groups'}", "{'fields': 'email'}"})
  void dataOfOtherVerticlesIsNotKept(String query) {
    shop.run("UPDATE customer SET billing_address_id = 'addr_1' WHERE id = 'cus_59'");
    shop.run("UPDATE address SET country_code = 'de' WHERE id = 'addr_1'");
    JsonObject asked = new JsonObject(query.replace('\'', '"'));
    read(node, "adminListCustomers", asked);
    double hits = hits();

    read(node, "adminListCustomers", asked);

    assertThat(hits()).isEqualTo(hits);
    shop.run("UPDATE address SET country_code = NULL WHERE id = 'addr_1'");
  }

  @Test
  void anErasureRemovesAllResponsesFromMemory() {
    read(node, "adminListCustomers", NOTHING);
    assertThat(meters.get("cache.size").gauge().value()).isPositive();

    ErasedCustomers.publish(other.eventBus(), List.of("cus_1"));
    read(node, "adminGetCustomerGroup", NOTHING);

    assertThat(meters.get("cache.size").gauge().value()).isLessThanOrEqualTo(1);
  }

  @Test
  void aMissingGroupIsNotKept() {
    JsonObject path = new JsonObject().put("id", "cgrp_late");
    assertThat(send(node, "adminGetCustomerGroup", path, NOTHING).status()).isEqualTo(404);
    shop.run(
        """
        INSERT INTO customer_group (id, name, created_at, updated_at)
        VALUES ('cgrp_late', 'late', now(), now())
        """);
    assertThat(send(node, "adminGetCustomerGroup", path, NOTHING).status()).isEqualTo(200);
    shop.run("DELETE FROM customer_group WHERE id = 'cgrp_late'");
  }

  @Test
  void readersOfAllNodesSeeEveryAcknowledgedChange() throws Exception {
    shop.run("UPDATE customer SET first_name = '0' WHERE id = 'cus_60'");
    long customers = shop.count("customer WHERE deleted_at IS NULL");
    AtomicInteger acknowledged = new AtomicInteger();
    List<Future<Integer>> reads = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2 * READERS)) {
      for (OperationClient client : List.of(shop.bus, node)) {
        for (int reader = 0; reader < READERS; reader++) {
          reads.add(threads.submit(() -> compare(client, customers, acknowledged)));
        }
      }
      for (int round = 1; round <= ROUNDS; round++) {
        if (round % 2 == 0) {
          shop.run(
              """
              INSERT INTO customer (id, email, has_account, first_name, created_at, updated_at)
              VALUES ('cus_r' || $1, 'r' || $1 || '@example.com', false, 'R', '2020-01-01', now())
              """,
              "" + round);
        } else {
          shop.run("UPDATE customer SET first_name = $1 WHERE id = 'cus_60'", "" + round);
        }
        acknowledged.set(round);
      }
      for (Future<Integer> read : reads) {
        assertThat(read.get()).isPositive();
      }
    }
  }

  private static int compare(OperationClient client, long customers, AtomicInteger acknowledged) {
    int reads = 0;
    int least;
    do {
      least = acknowledged.get();
      JsonObject page = new JsonObject(read(client, "adminListCustomers", NOTHING));
      String name =
          page.getJsonArray("customers").stream()
              .map(JsonObject.class::cast)
              .filter(customer -> customer.getString("id").equals("cus_60"))
              .findFirst()
              .orElseThrow()
              .getString("first_name");
      assertThat(Integer.parseInt(name)).isGreaterThanOrEqualTo(least - 1);
      assertThat(page.getLong("count")).isGreaterThanOrEqualTo(customers + least / 2);
      reads++;
    } while (least < ROUNDS);
    return reads;
  }

  private static String read(OperationClient client, String operation, JsonObject query) {
    Reply reply = send(client, operation, GROUP, query);
    assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
    return reply.body().toString();
  }

  private static Reply send(
      OperationClient client, String operation, JsonObject path, JsonObject query) {
    return await(
        client.send(
            CustomerClient.ADDRESS,
            operation,
            shop.context(),
            Request.input(path, query, null, NOTHING)));
  }

  private static double hits() {
    return meters.get("cache.gets").tag("result", "hit").counter().count();
  }
}
