package dev.tradewind.customer;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CustomerIT {

  private final CustomerShop shop = new CustomerShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void aGuestIsCreatedOnceAndPublished() {
    JsonObject made = ensure("Ada@Example.com");
    JsonObject again = ensure(" ada@example.com");

    assertThat(again).isEqualTo(made);
    assertThat(made.getString("id")).startsWith("cus_");
    assertThat(made.getString("email")).isEqualTo("ada@example.com");
    assertThat(made.getBoolean("has_account")).isFalse();
    assertThat(made.getJsonArray("group_ids")).isEmpty();
    assertThat(made.fieldNames()).doesNotContain("password_hash", "version");
    assertThat(made.getString("created_at")).matches("\\d{4}-.*T.*\\.\\d{3}Z");
    assertThat(shop.count("outbox WHERE type = 'customer.created'")).isEqualTo(1);
  }

  @Test
  void aGuestIsCreatedInOneStatementAndFoundInOneReadOnlyStatement() {
    shop.counter.drain();

    JsonObject made = ensure("ada@example.com");

    assertThat(shop.counter.drain()).hasSize(1);
    String writers = writersOfTheCustomer();
    shop.counter.drain();

    JsonObject again = ensure("ada@example.com");

    assertThat(shop.counter.drain()).hasSize(1);
    assertThat(again).isEqualTo(made);
    assertThat(writersOfTheCustomer()).isEqualTo(writers);
  }

  @Test
  void aGuestIsReturnedWithoutTheGroupsOfAccounts() {
    String id = ensure("ada@example.com").getString("id");
    String group = shop.group("VIP");
    shop.run("INSERT INTO customer_group_customers VALUES ($1, $2)", group, id);

    assertThat(ensure("ada@example.com").getJsonArray("group_ids")).isEqualTo(new JsonArray());
  }

  @Test
  void concurrentFirstUsesOfAnEmailCreateOneGuest() {
    List<Future<JsonObject>> made = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      made.add(shop.customers.ensureGuest(shop.context(), "ada@example.com"));
    }
    Set<String> ids = Set.copyOf(made.stream().map(guest -> await(guest).getString("id")).toList());

    assertThat(ids).hasSize(1);
    assertThat(shop.count("customer")).isEqualTo(1);
    assertThat(shop.count("outbox")).isEqualTo(1);
  }

  @Test
  @Timeout(600)
  void aCallConcurrentWithTheCreationOfAGuestReturnsThatGuest() {
    SqlConnection other = await(shop.pool.getConnection());
    Transaction transaction = await(other.begin());
    await(
        other
            .query(
                """
                INSERT INTO customer (id, email, has_account, created_at, updated_at)
                VALUES ('cus_other', 'ada@example.com', false, now(), now())
                """)
            .execute());

    Future<JsonObject> asked = shop.customers.ensureGuest(shop.context(), "ada@example.com");
    while (shop.count("pg_locks WHERE NOT granted") == 0) {
      Thread.onSpinWait();
    }
    await(transaction.commit());

    assertThat(await(asked).getString("id")).isEqualTo("cus_other");
    assertThat(shop.count("customer")).isEqualTo(1);
    assertThat(shop.count("outbox")).isZero();
  }

  @Test
  void anAccountWithTheEmailIsNeverTheGuest() {
    insertAccount();

    JsonObject guest = ensure("ada@example.com");

    assertThat(guest.getString("id")).isNotEqualTo("cus_ada");
    assertThat(shop.count("customer")).isEqualTo(2);
  }

  @Test
  void customersAreFoundTogetherWithTheirGroups() {
    insertAccount();
    run(
        """
        INSERT INTO customer_group (id, name, created_at, updated_at)
        VALUES ('cgrp_1', 'VIP', now(), now())
        """);
    run("INSERT INTO customer_group_customers VALUES ('cgrp_1', 'cus_ada')");

    List<JsonObject> found =
        await(shop.customers.findCustomers(shop.context(), List.of("cus_ada", "cus_x")));

    assertThat(found)
        .singleElement()
        .satisfies(customer ->
            assertThat(customer.getJsonArray("group_ids"))
                .isEqualTo(new JsonArray().add("cgrp_1")));
  }

  @Test
  void addressesOfOtherCustomersAreNotFoundById() {
    insertAccount();
    run(
        """
        INSERT INTO address (id, customer_id, city, country_code, created_at, updated_at)
        VALUES ('addr_1', 'cus_ada', 'Oslo', 'no', now(), now())
        """);

    assertThat(
            await(shop.customers.findAddress(shop.context(), "cus_ada", "addr_1"))
                .getString("city"))
        .isEqualTo("Oslo");
    assertThatThrownBy(() -> await(shop.customers.findAddress(shop.context(), "cus_bob", "addr_1")))
        .hasMessageContaining("Address with id addr_1 was not found");
  }

  private JsonObject ensure(String email) {
    return await(shop.customers.ensureGuest(shop.context(), email));
  }

  /** Ids of the transactions that last wrote or locked the only customer. */
  private String writersOfTheCustomer() {
    return shop.run("SELECT concat_ws(' ', xmin, xmax) FROM customer")
        .iterator()
        .next()
        .getString(0);
  }

  private void insertAccount() {
    run(
        """
        INSERT INTO customer (id, email, has_account, created_at, updated_at)
        VALUES ('cus_ada', 'ada@example.com', true, now(), now())
        """);
  }

  private void run(String statement) {
    await(shop.pool.query(statement).execute());
  }
}
