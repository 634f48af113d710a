package dev.tradewind.acceptance.movein;

import dev.tradewind.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Generator of dirt in Medusa v1 shops: values that the database takes and the API never shows, in
 * random columns of random rows. The same seed makes the same dirt in each shop.
 *
 * <p>A database holds many shops, which differ by a marker in their ids and share the few rows that
 * a shop has once, such as the store: a check or a move costs hardly more for them than for one.
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

  /** Columns with rows; those of the whole database belong to no one of its shops. */
  private static final String COLUMNS =
      """
      SELECT c.table_name, c.column_name, c.data_type, c.udt_name,
        c.table_name IN ('store', 'store_currencies', 'currency', 'country', 'payment_provider',
          'fulfillment_provider', 'tax_provider', 'shipping_profile')
      FROM information_schema.columns AS c
      JOIN pg_class AS t ON t.oid = format('public.%I', c.table_name)::regclass
      WHERE c.table_schema = 'public'
        AND t.reltuples > 0
      ORDER BY 1, 2
      """;

  /** The marker is that of the shop, whose rows are found by it and chosen without it. */
  private static final String UPDATE =
      """
      UPDATE "%1$s" AS t SET "%2$s" = %3$s
      WHERE t::text LIKE '%%%4$s%%' %5$s
      """;

  private static final String ONE_ROW =
      """
      AND t.ctid = (
        SELECT o.ctid FROM "%1$s" AS o WHERE o::text LIKE '%%%2$s%%'
        ORDER BY md5(replace(o::text, '%2$s', '') || '%3$s') LIMIT 1)
      """;

  private static final String DELETE =
      """
      DO $$
      DECLARE t text;
      BEGIN
        FOR t IN SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' LOOP
          EXECUTE format('DELETE FROM %%I AS t WHERE t::text LIKE ''%%%%%1$s%%%%''', t);
        END LOOP;
      END $$
      """;

  private static final Pattern MARKER = Pattern.compile("~([0-9]+)~");

  private final TestDatabase source;
  private final List<Column> columns;

  /**
   * Column of a table.
   *
   * @param isShared whether its table has one set of rows for all shops of the database
   */
  private record Column(
      String table, String name, String type, String typeName, boolean isShared) {}

  /**
   * @param source database with shops, made by {@link #clean(int)}
   */
  DirtyShops(TestDatabase source) {
    this.source = source;
    this.columns = columns(source);
  }

  /** A clean shop with a few rows of every kind. */
  static TestDatabase clean() {
    return TestDatabase.copyOf("dirty-medusa", DirtyShops::generate);
  }

  /**
   * A database with a clean shop and as many more, numbered from 1 on, each with the same rows
   * under ids of its own.
   */
  static TestDatabase clean(int shops) {
    return TestDatabase.copyOf(
        "dirty-medusa-" + shops,
        url -> {
          generate(url);
          GeneratedMedusaShop.execute(
              new TestDatabase(url),
              GeneratedMedusaShop.resource("shops.sql").replace(":shops", String.valueOf(shops)));
        });
  }

  private static void generate(String url) {
    GeneratedMedusaShop.generate(url, 5, 4, 4);
    GeneratedMedusaShop.execute(new TestDatabase(url), GeneratedMedusaShop.resource("dirt.sql"));
  }

  /** Numbers of the shops that a text names by their markers. */
  static Set<Integer> named(String text) {
    return MARKER
        .matcher(text)
        .results()
        .map(found -> Integer.valueOf(found.group(1)))
        .collect(Collectors.toSet());
  }

  /**
   * Makes some rows of a shop dirty.
   *
   * @param isAlone whether the rows that the shops of the database share are its own
   * @return statements that have changed something; empty, with nothing changed, if one of them
   *     concerns shared rows of several shops
   */
  Optional<List<String>> soil(int shop, long seed, boolean isAlone) {
    Random random = new Random(seed);
    List<String> done = new ArrayList<>();
    int kinds = 1 + random.nextInt(3);
    try (Connection connection = source.connect();
        Statement sql = connection.createStatement()) {
      connection.setAutoCommit(false);
      while (done.size() < kinds) {
        Column column = pick(random, columns);
        String statement = statement(random, column, marker(shop));
        if (column.isShared() && !isAlone) {
          connection.rollback();
          return Optional.empty();
        }
        Savepoint before = connection.setSavepoint();
        try {
          if (sql.executeUpdate(statement) > 0) {
            done.add(statement);
          }
        } catch (SQLException refused) {
          // The database of the shop does not take it either.
          connection.rollback(before);
        }
      }
      connection.commit();
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
    return Optional.of(done);
  }

  /** Deletes all rows of a shop. */
  void remove(int shop) {
    GeneratedMedusaShop.execute(source, DELETE.formatted(marker(shop)));
  }

  private static String marker(int shop) {
    return "~%s~".formatted(shop);
  }

  private static String statement(Random random, Column column, String shop) {
    String marker = column.isShared() ? "" : shop;
    String value =
        PARENTS.contains(column.name()) ? parent(random, column, marker) : value(random, column);
    String rows =
        random.nextInt(5) == 0 ? "" : ONE_ROW.formatted(column.table(), marker, random.nextInt());
    return UPDATE.formatted(column.table(), column.name(), value, marker, rows).strip();
  }

  private static String parent(Random random, Column column, String marker) {
    return random.nextInt(4) == 0
        ? "'gone'"
        : """
        (SELECT p.id FROM "%1$s" AS p WHERE p.id LIKE '%%%2$s'
          ORDER BY md5(replace(p.id, '%2$s', '') || '%3$s') LIMIT 1)\
        """
            .formatted(column.table(), marker, random.nextInt());
  }

  private static String value(Random random, Column column) {
    return switch (column.type()) {
      case "real", "numeric", "double precision" -> pick(random, VALUES.get("number"));
      case "USER-DEFINED" ->
          "(SELECT e FROM unnest(enum_range(NULL::\"%s\")) AS e ORDER BY md5(e::text || '%s') LIMIT 1)"
              .formatted(column.typeName(), random.nextInt());
      default -> pick(random, VALUES.getOrDefault(column.type(), List.of("NULL")));
    };
  }

  private static <T> T pick(Random random, List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static List<Column> columns(TestDatabase source) {
    List<Column> found = new ArrayList<>();
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(COLUMNS)) {
      while (rows.next()) {
        String name = rows.getString(2);
        if (!KEPT.contains(name) && (!name.endsWith("_id") || PARENTS.contains(name))) {
          found.add(
              new Column(
                  rows.getString(1),
                  name,
                  rows.getString(3),
                  rows.getString(4),
                  rows.getBoolean(5)));
        }
      }
    } catch (SQLException failure) {
      throw new AssertionError(failure);
    }
    return List.copyOf(found);
  }
}
