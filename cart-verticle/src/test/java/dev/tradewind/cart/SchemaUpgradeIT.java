package dev.tradewind.cart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Upgrade of a cart schema that numbered files have migrated before they became a baseline. */
class SchemaUpgradeIT {

  private static final Schema ORDERS = Schema.of("orders");

  @Test
  void theUpgradedSchemaEqualsANewOne() throws Exception {
    TestDatabase upgraded = numberedFiles();
    TestDatabase fresh = TestDatabase.create();

    for (TestDatabase database : List.of(upgraded, fresh)) {
      migrate(database);
      migrate(database);
    }

    assertThat(content(upgraded)).isEqualTo(content(fresh));
    assertThat(content(upgraded)).anyMatch(line -> line.contains("close_v4"));
    assertThat(query(upgraded, "SELECT id FROM cart.cart")).containsExactly("cart_before");
  }

  @Test
  void onlyFilesAfterTheBaselineAreApplied() throws Exception {
    TestDatabase upgraded = numberedFiles();

    migrate(upgraded);

    assertThat(
            query(
                upgraded,
                """
                SELECT script FROM cart.schema_history
                WHERE installed_rank > 9 AND (version IS NOT NULL AND version::numeric <= 8)
                """))
        .isEmpty();
    assertThat(query(upgraded, "SELECT script FROM cart.schema_history WHERE NOT success"))
        .isEmpty();
  }

  @Test
  void anAuthorizationBesideTheOneOfTheOrderIsMarkedForVoiding() throws Exception {
    TestDatabase upgraded = numberedFiles();
    execute(
        upgraded,
        """
        INSERT INTO cart.cart (
          id, region_id, order_id, completed_at, created_at, updated_at, state_version, state
        )
        VALUES ('cart_paid', 'reg_1', 'order_1', now(), now(), now(), 1, '{}');
        INSERT INTO cart.payment_attempt (
          id, cart_id, cart_version, provider_id, amount, currency_code, status, session_data,
          created_at, updated_at
        )
        SELECT 'pay_' || status || '_' || cart_id, cart_id, 1, 'manual', 100, 'eur', status, '{}',
          now(), now()
        FROM (VALUES
          ('cart_paid', 'used'), ('cart_paid', 'authorized'), ('cart_paid', 'voided'),
          ('cart_before', 'authorized')
        ) AS attempt (cart_id, status);
        """);

    migrate(upgraded);

    assertThat(query(upgraded, "SELECT id || ' ' || status FROM cart.payment_attempt"))
        .containsExactlyInAnyOrder(
            "pay_used_cart_paid used",
            "pay_authorized_cart_paid voiding",
            "pay_voided_cart_paid voided",
            "pay_authorized_cart_before authorized");
    assertThatThrownBy(() ->
            execute(
                upgraded,
                "UPDATE cart.payment_attempt SET status = 'authorized'"
                    + " WHERE id = 'pay_voided_cart_paid'"))
        .hasMessageContaining("payment_attempt_live");
  }

  private static void execute(TestDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static void migrate(TestDatabase database) {
    new Migrations(DatabaseConfig.parse(database.url(), 1))
        .run(List.of(ORDERS, CartVerticle.SCHEMA));
  }

  private static TestDatabase numberedFiles() throws Exception {
    TestDatabase database = TestDatabase.create();
    new Migrations(DatabaseConfig.parse(database.url(), 1)).run(List.of(ORDERS));
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          DO $$
          BEGIN
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'cart') THEN
              CREATE ROLE cart NOLOGIN;
            END IF;
          END
          $$;
          CREATE SCHEMA cart AUTHORIZATION cart;
          SET ROLE cart;
          SET search_path = cart, public;
          -- The functions are the present ones, for columns that later files add.
          SET check_function_bodies = off;
          """);
      statement.execute(resource("db/migration/kernel/B003__baseline.sql"));
      statement.execute(resource("db/migration/kernel/R__append_events.sql"));
      statement.execute(resource("db/migration/cart/B008__baseline.sql"));
      statement.execute(resource("db/numbered-files.sql"));
      statement.execute(
          """
          INSERT INTO cart (id, region_id, created_at, updated_at, state_version, state)
          VALUES ('cart_before', 'reg_1', now(), now(), 1, '{}')
          """);
    }
    return database;
  }

  /** Schema content as PostgreSQL describes it, without rows and histories. */
  private static List<String> content(TestDatabase database) throws SQLException {
    return query(
        database,
        """
        WITH relation AS (
          SELECT * FROM pg_class
          WHERE relnamespace = 'cart'::regnamespace AND relname NOT LIKE '%schema_history%'
        )
        SELECT concat_ws(' ', relkind, relname, relowner::regrole, relacl, reloptions) FROM relation
        UNION ALL
        SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull,
          pg_get_expr(adbin, adrelid),
          row_number() OVER (PARTITION BY relation.oid ORDER BY attnum))
        FROM relation
        JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = relation.oid AND adnum = attnum
        WHERE relkind = 'r'
        UNION ALL
        SELECT concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid))
        FROM relation JOIN pg_constraint ON conrelid = relation.oid
        UNION ALL
        SELECT pg_get_indexdef(indexrelid) FROM relation JOIN pg_index ON indrelid = relation.oid
        UNION ALL
        SELECT concat_ws(' ', proowner::regrole, proacl, pg_get_functiondef(oid))
        FROM pg_proc WHERE pronamespace = 'cart'::regnamespace
        UNION ALL
        SELECT concat_ws(' ', nspname, nspowner::regrole, nspacl)
        FROM pg_namespace WHERE nspname = 'cart'
        ORDER BY 1
        """);
  }

  private static List<String> query(TestDatabase database, String query) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
      return lines;
    }
  }

  private static String resource(String name) throws IOException {
    try (InputStream content =
        Objects.requireNonNull(
            SchemaUpgradeIT.class.getClassLoader().getResourceAsStream(name), name)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
