package dev.tradewind.acceptance.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.NodeProcess;
import dev.tradewind.acceptance.Shop;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands in processes of their own. What they refuse before they use a service is in the tests of
 * the launcher.
 */
class CommandLineIT {

  @TempDir private Path folder;

  @Test
  void theProgramExplainsItself() throws Exception {
    try (NodeProcess command = NodeProcess.command(Map.of(), "--help")) {
      assertThat(command.awaitEnd()).isZero();
      assertThat(command.output()).startsWith("Usage: tradewind");
    }
  }

  @Test
  void productionWithoutItsSettingsIsRefused() throws Exception {
    String output =
        refused(
            Map.of("TRADEWIND_ENV", "production"), "The settings do not suit production", "start");

    assertThat(output)
        .contains(
            "TRADEWIND_DATABASE_URL",
            "TRADEWIND_KAFKA_BOOTSTRAP",
            "TRADEWIND_ADMIN_EMAIL",
            "TRADEWIND_ADMIN_PASSWORD",
            "TRADEWIND_JWT_KEYS",
            "TRADEWIND_CLUSTER_NAME",
            "TRADEWIND_TLS_CERTIFICATE");
  }

  @Test
  void productionIsNoDemoOfStripe() throws Exception {
    Map<String, String> production =
        Map.of(
            "TRADEWIND_ENV", "production",
            "TRADEWIND_DATABASE_URL", "postgresql://shop@127.0.0.1:1/shop",
            "TRADEWIND_KAFKA_BOOTSTRAP", "127.0.0.1:1",
            "TRADEWIND_CLUSTER_NAME", "no-demo",
            "TRADEWIND_JWT_KEYS", "first:" + "0123456789".repeat(4),
            "TRADEWIND_HTTP_PLAIN_TEXT", "true",
            "TRADEWIND_ADMIN_EMAIL", "owner@harbour.example",
            "TRADEWIND_ADMIN_PASSWORD", "open sesame of the harbour",
            "TRADEWIND_DATA_DIR", folder.toString());

    refused(production, "Production does not start with --demo-stripe", "start", "--demo-stripe");
    refused(production, "Production does not start with --demo", "start", "--demo", "harbour");
  }

  @Test
  void anUnreachableDatabaseIsRetriedUntilTheTimeout() throws Exception {
    String url = "postgresql://shop:secret@127.0.0.1:" + FreePorts.find() + "/shop";

    String output =
        refused(
            Map.of("TRADEWIND_DATABASE_URL", url, "TRADEWIND_DATABASE_WAIT_SECONDS", "5"),
            "did not answer within 5 seconds",
            "migrate");

    assertThat(output).contains("retrying").doesNotContain("secret");
  }

  @Test
  void aRejectedLoginIsNotRetried() throws Exception {
    String url = TestDatabase.create().url().replaceFirst("//[^@]*@", "//unknown:secret@");

    String output = refused(Map.of("TRADEWIND_DATABASE_URL", url), "cannot be used", "migrate");

    assertThat(output).doesNotContain("retrying", "secret");
  }

  @Test
  void aUserGetsAnApiToken() throws Exception {
    Map<String, String> environment =
        Map.of("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url());
    run(environment, "user", "create", "--email", "sam@example.com", "--password", "open sesame");

    String first = lastLine(run(environment, "user", "token", "--email", "Sam@example.com"));
    assertThat(first).hasSize(43);
    assertThat(lastLine(run(environment, "user", "token", "--renew", "--email", "sam@example.com")))
        .hasSize(43)
        .isNotEqualTo(first);
  }

  @Test
  void parkedEventsAreListedReplayedAndDiscarded() throws Exception {
    TestDatabase database = Shop.migratedDatabase();
    Map<String, String> environment = Map.of("TRADEWIND_DATABASE_URL", database.url());
    assertThat(run(environment, "events", "parked")).contains("order: 0", "catalog: 0");
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO orders.parked_event (
            id, event_id, topic, key, type, subject, aggregate_version, data, occurred_at,
            causation_id, actor, reason
          )
          SELECT number, 'event_' || number, 'commerce.order.v1', 'order_' || number % 2,
            'order.updated', 'order_1', 1, '{}', now(), 'command', 'SYSTEM', 'RecordTooLarge'
          FROM generate_series(1, 4) AS number
          """);
    }

    assertThat(run(environment, "events", "parked"))
        .contains("order: 4", "event_1", "order_1", "RecordTooLarge");
    refused(environment, "There is no parked event event_9.", "events", "discard", "event_9");
    run(environment, "events", "discard", "event_3");
    assertThat(run(environment, "events", "replay", "--key", "order_1"))
        .contains("order: 1 events return to the outbox");
    assertThat(run(environment, "events", "parked")).contains("order: 2");
  }

  @Test
  void theAuditLogIsVerifiedAndTamperingFound() throws Exception {
    TestDatabase database = Shop.migratedDatabase();
    Map<String, String> environment = Map.of("TRADEWIND_DATABASE_URL", database.url());
    run(environment, "user", "create", "--email", "sam@example.com", "--password", "open sesame");
    run(environment, "user", "create", "--email", "eve@example.com", "--password", "open sesame");
    String intact = run(environment, "audit", "verify");
    assertThat(intact).contains("customer: 2 entries, 0 waiting", "order: 0 entries");
    String head = intact.replaceAll("(?s).*customer: 2 entries, 0 waiting, head (\\w+).*", "$1");
    assertThat(head).hasSize(64);
    run(environment, "audit", "verify", "--head", head);

    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          ALTER TABLE customer.audit_entry DISABLE TRIGGER append_only;
          ALTER TABLE customer.audit_chain DISABLE TRIGGER append_only_chain;
          UPDATE customer.audit_entry SET action = 'login' WHERE sequence = 1;
          DELETE FROM customer.audit_chain WHERE position = 2;
          DELETE FROM customer.audit_entry WHERE sequence = 2;
          """);
    }

    try (NodeProcess verify = NodeProcess.command(environment, "audit", "verify", "--head", head)) {
      assertThat(verify.awaitEnd()).isNotZero();
      assertThat(verify.output())
          .contains("Entry 1 at position 1 was changed.", "Head " + head + " is not in any chain.");
    }
  }

  private static String run(Map<String, String> environment, String... arguments) throws Exception {
    try (NodeProcess command = NodeProcess.command(environment, arguments)) {
      assertThat(command.awaitEnd()).as(command.output()).isZero();
      return command.output();
    }
  }

  private static String lastLine(String output) {
    return output.strip().lines().toList().getLast();
  }

  @Test
  void aDatabaseOfAnotherHistoryIsRefused() throws Exception {
    TestDatabase database = TestDatabase.create();
    Map<String, String> environment = Map.of("TRADEWIND_DATABASE_URL", database.url());
    try (NodeProcess first = NodeProcess.command(environment, "migrate")) {
      assertThat(first.awaitEnd()).as(first.output()).isZero();
    }
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE cart.schema_history SET checksum = 1 WHERE version = '1'");
      statement.execute("UPDATE cart.migration_version SET files = 'those of another history'");
    }

    refused(environment, "migrated by a version of Tradewind", "migrate");
  }

  @Test
  void aUserIsMadeOnce() throws Exception {
    Map<String, String> environment =
        Map.of("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url());
    String[] create = {"user", "create", "--email", "Ann@Example.com", "--password", "correct"};

    try (NodeProcess first = NodeProcess.command(environment, create)) {
      assertThat(first.awaitEnd()).isZero();
      assertThat(first.output()).contains("Created the user usr_");
    }
    refused(environment, "A user with the same email already exists.", create);
  }

  @Test
  void theDemoShopIsSeededOnce() throws Exception {
    String url = TestDatabase.create().url();
    Map<String, String> environment = Map.of("TRADEWIND_DATABASE_URL", url);

    try (NodeProcess first = NodeProcess.command(environment, "seed");
        NodeProcess again = after(first, environment)) {
      assertThat(first.output())
          .contains("The demo shop is in the database.", "admin@tradewind.test is the first user.");
      assertThat(again.awaitEnd()).isZero();
      assertThat(again.output()).contains("it stays as it is").doesNotContain("first user");
    }
  }

  @Test
  void samplesAreTheSameEveryTimeAndMadeOnce() throws Exception {
    String[] few = {"seed", "--products", "30", "--customers", "20", "--orders", "600"};
    TestDatabase first = Shop.migratedDatabase();
    TestDatabase second = Shop.migratedDatabase();

    for (TestDatabase database : List.of(first, first, second)) {
      try (NodeProcess seed =
          NodeProcess.command(Map.of("TRADEWIND_DATABASE_URL", database.url()), few)) {
        assertThat(seed.awaitEnd()).as(seed.output()).isZero();
        // No progress bar: the output is a file.
        assertThat(seed.output())
            .contains("Products: 30", "Customers: 20", "Orders: 600")
            .doesNotContain("\r", "\u001b");
      }
    }

    assertThat(samples(first)).isEqualTo(samples(second)).startsWith("30 180 20 20 600 600 ");
  }

  @Test
  void ordersWithoutCustomersAreRefused() throws Exception {
    refused(
        Map.of("TRADEWIND_DATABASE_URL", Shop.migratedDatabase().url()),
        "Orders need customers",
        "seed",
        "--orders",
        "1");
  }

  /** Counts of all samples, and a fingerprint of the data that does not depend on generated ids. */
  private static String samples(TestDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT concat_ws(
                  ' ',
                  (SELECT count(*) FROM catalog.product WHERE id LIKE 'prod_00SEED%'),
                  (SELECT count(*) FROM catalog.money_amount WHERE id LIKE 'ma_00SEED%'),
                  (SELECT count(*) FROM customer.customer),
                  (SELECT count(*) FROM customer.address),
                  (SELECT count(*) FROM orders."order"),
                  (SELECT count(*) FROM orders.payment),
                  (
                    SELECT md5(string_agg(concat(id, title, handle, created_at), ',' ORDER BY id))
                    FROM catalog.product WHERE id LIKE 'prod_00SEED%'
                  ),
                  (
                    SELECT md5(string_agg(concat(id, amount), ',' ORDER BY id))
                    FROM catalog.money_amount WHERE id LIKE 'ma_00SEED%'
                  ),
                  (SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM customer.customer AS c),
                  (
                    SELECT md5(string_agg(
                      concat(id, display_id, email, total, created_at), ',' ORDER BY id))
                    FROM orders."order"
                  )
                )
                """)) {
      row.next();
      return row.getString(1);
    }
  }

  private static NodeProcess after(NodeProcess first, Map<String, String> environment)
      throws Exception {
    assertThat(first.awaitEnd()).isZero();
    return NodeProcess.command(environment, "seed");
  }

  /** Expects one sentence that begins with the program's name, no stack trace, exit code 1. */
  private static String refused(
      Map<String, String> environment, String sentence, String... arguments) throws Exception {
    try (NodeProcess command = NodeProcess.command(environment, arguments)) {
      assertThat(command.awaitEnd()).as(command.output()).isEqualTo(1);
      assertThat(command.output().lines().filter(line -> line.startsWith("tradewind: ")))
          .singleElement()
          .asString()
          .contains(sentence);
      assertThat(command.output()).doesNotContain("\tat ");
      return command.output();
    }
  }
}
