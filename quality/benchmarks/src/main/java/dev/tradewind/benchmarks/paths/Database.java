package dev.tradewind.benchmarks.paths;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Database of the benchmark environment, with administrator access.
 *
 * @param url {@code postgresql://user:password@host:port/database}
 */
public record Database(String url) {

  private static final Pattern URL = Pattern.compile("postgresql://(.*?):(.*?)@(.*)/(.*)");

  private static final String CEILING =
      """
      CREATE ROLE ceiling NOLOGIN;
      CREATE SCHEMA ceiling AUTHORIZATION ceiling;
      CREATE TABLE ceiling.ceiling (id text PRIMARY KEY, body jsonb NOT NULL);
      GRANT SELECT ON ceiling.ceiling TO ceiling
      """;

  /** Stock that no measurement exhausts. */
  private static final String RESTOCK =
      "UPDATE catalog.product_variant SET inventory_quantity = 1000000000";

  private static final String KEEP_SAMPLES =
      "UPDATE catalog.product SET deleted_at = now() WHERE handle NOT LIKE 'sample-%'";

  private static final String CATEGORIES =
      """
      INSERT INTO catalog.product_category (id, name, handle, is_active, rank)
      SELECT 'pcat_' || n, 'Sample category ' || n, 'sample-category-' || n, true, n
      FROM generate_series(1, %d) AS n;
      INSERT INTO catalog.product_category_product (product_category_id, product_id)
      SELECT 'pcat_' || 1 + substring(handle FROM 8)::integer %% %d, id
      FROM catalog.product
      WHERE handle LIKE 'sample-%%'
      """;

  private static final String WAITING =
      """
      SELECT
        (SELECT count(*) FROM catalog.outbox WHERE sent_at IS NULL)
          + (SELECT count(*) FROM customer.outbox WHERE sent_at IS NULL)
          + (SELECT count(*) FROM cart.outbox WHERE sent_at IS NULL)
          + (SELECT count(*) FROM orders.outbox WHERE sent_at IS NULL)
      """;

  /** The same database at another address of its server. */
  public Database at(String host) {
    return new Database(url.replaceFirst("@[^/]*:", "@" + host + ":"));
  }

  void prepareCeiling() throws SQLException {
    execute(CEILING);
  }

  void addRow(String id, String body) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO ceiling.ceiling VALUES (?, ?::jsonb)")) {
      insert.setString(1, id);
      insert.setString(2, body);
      insert.executeUpdate();
    }
  }

  /** Gives all variants a stock that lasts, and tidies. */
  public void fillShelves() throws SQLException {
    execute(RESTOCK);
    tidy();
  }

  /** Vacuums and analyzes, as autovacuum would after a while. */
  public void tidy() throws SQLException {
    execute("VACUUM ANALYZE");
  }

  void copyTo(String name) throws SQLException {
    Matcher parts = parts();
    Database server =
        new Database(
            "postgresql://%s:%s@%s/postgres"
                .formatted(parts.group(1), parts.group(2), parts.group(3)));
    server.execute("CREATE DATABASE %s TEMPLATE %s".formatted(name, parts.group(4)));
  }

  /**
   * Waits until the outbox is empty, so that one measurement does not affect the next.
   *
   * @return seconds waited
   */
  public double awaitEventsSent() throws SQLException, InterruptedException {
    long startNanos = System.nanoTime();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      while (waiting(statement) > 0 && System.nanoTime() - startNanos < 20_000_000_000L) {
        Thread.sleep(50);
      }
    }
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static long waiting(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(WAITING)) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Adds public categories, and the sample products to them in turns. */
  void addCategories(int number) throws SQLException {
    execute(CATEGORIES.formatted(number, number));
    tidy();
  }

  /** Deletes the products of the demo shop, whose ids differ between shops. */
  void keepSamplesOnly() throws SQLException {
    execute(KEEP_SAMPLES);
    execute("VACUUM ANALYZE");
  }

  /** The number returned by a query. */
  public double number(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getDouble(1);
    }
  }

  /** Executes statements in one transaction. */
  public void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Opens a connection of an administrator. */
  public Connection connect() throws SQLException {
    Matcher parts = parts();
    return DriverManager.getConnection(
        "jdbc:postgresql://" + parts.group(3) + "/" + parts.group(4),
        parts.group(1),
        parts.group(2));
  }

  private Matcher parts() {
    Matcher parts = URL.matcher(url);
    if (!parts.matches()) {
      throw new IllegalArgumentException("Not a URL of a database");
    }
    return parts;
  }
}
