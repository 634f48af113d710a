package dev.tradewind.acceptance.movein;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;

/** Databases with a generated Medusa v1 shop, and statements in them. */
public final class GeneratedMedusaShop {

  public static final int ORDERS = 2_500;
  public static final int FEW_ORDERS = 30;

  private GeneratedMedusaShop() {}

  public static TestDatabase create() {
    return TestDatabase.copyOf("medusa", url -> generate(url, 300, 400, ORDERS));
  }

  public static TestDatabase small() {
    return TestDatabase.copyOf("small-medusa", url -> generate(url, 20, 20, FEW_ORDERS));
  }

  public static void generate(String url, int products, int customers, int orders) {
    TestDatabase empty = new TestDatabase(url);
    execute(empty, resource("tables.sql"));
    execute(
        empty,
        resource("shop.sql")
            .replace(":products", String.valueOf(products))
            .replace(":customers", String.valueOf(customers))
            .replace(":orders", String.valueOf(orders)));
  }

  public static String resource(String name) {
    try (InputStream file = GeneratedMedusaShop.class.getResourceAsStream("/medusa/" + name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  public static void execute(TestDatabase database, String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  public static String value(TestDatabase database, String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
  }

  public static DatabaseConfig config(TestDatabase database) {
    return DatabaseConfig.parse(database.url(), 1);
  }
}
