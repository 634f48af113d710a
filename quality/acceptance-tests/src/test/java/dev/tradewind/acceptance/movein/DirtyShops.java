package dev.tradewind.acceptance.movein;

import dev.tradewind.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Generator of dirt in a Medusa v1 shop: values that its database takes and its API never shows, in
 * random columns of random rows. The same seed makes the same dirt.
 */
final class DirtyShops {

  /** Values by the kind of the column, as SQL. */
  private static final Map<String, List<String>> VALUES =
      Map.of(
          "jsonb",
          List.of(
              "'[]'",
              "'[1, \"two\"]'",
              "'\"text\"'",
              "'5'",
              "'true'",
              "'null'",
              "'{}'",
              "NULL",
              "('{\"n\": 1' || repeat('0', 400) || '}')::jsonb",
              "('{\"n\": 1' || repeat('0', 2000) || '}')::jsonb",
              "(repeat('[', 300) || repeat(']', 300))::jsonb",
              "(repeat('{\"a\":', 2500) || '1' || repeat('}', 2500))::jsonb",
              "'{\"id\": 1, \"created_at\": \"never\", \"\": {\"$ref\": [null]}}'"),
          "timestamp with time zone",
          List.of(
              "'infinity'",
              "'-infinity'",
              "'0044-03-15 12:00:00+00 BC'",
              "'0001-01-01 00:00:00+14'",
              "'20000-01-01Z'",
              "'9999-12-31 23:59:59.9999Z'",
              "'1970-01-01Z'",
              "'2024-02-29 12:00:00.123456Z'",
              "NULL"),
          "integer",
          List.of("0", "1", "-1", "2147483647", "-2147483648", "NULL", "1000"),
          "number",
          List.of("'NaN'", "'Infinity'", "'-Infinity'", "0", "-1", "12.5", "1e30", "NULL"),
          "text",
          List.of(
              "''",
              "' '",
              "NULL",
              "repeat('x', 3000)",
              "E'line\\nbreak\\ttab'",
              "E'\\x01\\x1f\\x7f'",
              "U&'\\+01F600\\202E\\FFFF'",
              "'<script>'",
              "'Ünïcödé'"),
          "boolean",
          List.of("true", "false", "NULL"));

  /** Foreign keys hold these in a shop, and keys name their rows. */
  private static final Set<String> KEPT =
      Set.of("id", "currency_code", "code", "default_currency_code", "iso_2", "author_id");

  private static final Set<String> PARENTS =
      Set.of("parent_category_id", "parent_return_reason_id", "parent_discount_id");

  private static final String COLUMNS =
      """
      SELECT c.table_name, c.column_name, c.data_type, c.udt_name
      FROM information_schema.columns AS c
      JOIN pg_stat_user_tables AS s ON s.relname = c.table_name
      WHERE c.table_schema = 'public'
        AND s.n_live_tup > 0
      ORDER BY 1, 2
      """;

  private final TestDatabase source;
  private final Random random;
  private final List<List<String>> columns = new ArrayList<>();

  DirtyShops(TestDatabase source, long seed) {
    this.source = source;
    this.random = new Random(seed);
    GeneratedMedusaShop.execute(source, "ANALYZE");
    for (List<String> column : rows(COLUMNS)) {
      String name = column.get(1);
      if (!KEPT.contains(name) && (!name.endsWith("_id") || PARENTS.contains(name))) {
        columns.add(column);
      }
    }
  }

  /** A clean shop with a few rows of every kind. */
  static TestDatabase clean() {
    return TestDatabase.copyOf(
        "dirty-medusa",
        url -> {
          GeneratedMedusaShop.generate(url, 5, 4, 4);
          GeneratedMedusaShop.execute(
              new TestDatabase(url), GeneratedMedusaShop.resource("dirt.sql"));
        });
  }

  /**
   * Makes some rows dirty.
   *
   * @return statements that have changed something
   */
  List<String> soil() {
    List<String> done = new ArrayList<>();
    int kinds = 1 + random.nextInt(3);
    while (done.size() < kinds) {
      String statement = statement();
      try (Connection connection = source.connect();
          Statement sql = connection.createStatement()) {
        if (sql.executeUpdate(statement) > 0) {
          done.add(statement);
        }
      } catch (SQLException refused) {
        // The database of the shop does not take it either.
      }
    }
    return done;
  }

  private String statement() {
    List<String> column = pick(columns);
    String table = "\"%s\"".formatted(column.get(0));
    String name = "\"%s\"".formatted(column.get(1));
    String value =
        PARENTS.contains(column.get(1))
            ? random.nextInt(4) == 0
                ? "'gone'"
                : "(SELECT id FROM %s ORDER BY md5(id || '%s') LIMIT 1)"
                    .formatted(table, random.nextInt())
            : value(column);
    String rows =
        random.nextInt(5) == 0
            ? "true"
            : "ctid = (SELECT ctid FROM %1$s ORDER BY md5(ctid::text || '%2$s') LIMIT 1)"
                .formatted(table, random.nextInt());
    return "UPDATE %s SET %s = %s WHERE %s".formatted(table, name, value, rows);
  }

  private String value(List<String> column) {
    return switch (column.get(2)) {
      case "real", "numeric", "double precision" -> pick(VALUES.get("number"));
      case "USER-DEFINED" ->
          "(SELECT e FROM unnest(enum_range(NULL::\"%s\")) AS e ORDER BY md5(e::text || '%s') LIMIT 1)"
              .formatted(column.get(3), random.nextInt());
      default -> pick(VALUES.getOrDefault(column.get(2), List.of("NULL")));
    };
  }

  private <T> T pick(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private List<List<String>> rows(String sql) {
    List<List<String>> found = new ArrayList<>();
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(
            List.of(rows.getString(1), rows.getString(2), rows.getString(3), rows.getString(4)));
      }
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
    return found;
  }
}
