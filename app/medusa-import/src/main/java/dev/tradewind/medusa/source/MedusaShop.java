package dev.tradewind.medusa.source;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.MoveInException;
import dev.tradewind.medusa.copy.OwnColumns;
import dev.tradewind.medusa.copy.SourceSchema;
import dev.tradewind.medusa.copy.TableCopy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Source database, read in one transaction: all statements see the shop of one moment, and nothing
 * is written, so that a read-only role on a replica is enough.
 */
public final class MedusaShop implements AutoCloseable {

  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";

  private static final String SNAPSHOT_AT =
      """
      SELECT CASE
        WHEN NOT pg_is_in_recovery()
          OR pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN now()
        ELSE coalesce(pg_last_xact_replay_timestamp(), now())
      END
      """;

  /** Large enough that a page costs little to begin, small enough to be sorted in memory. */
  private static final int PAGE = 5_000;

  /** Rows that are fetched together, so that a page of large rows fits into memory. */
  private static final int FETCH = 100;

  private final Connection connection;
  private SourceSchema schema;

  /** Columns of statements, by their texts: each round asks for those of all copies. */
  private final Map<String, List<String>> declared = new HashMap<>();

  /**
   * Row of the source.
   *
   * @param json row in the form of the target table
   * @param position values of the order of the copy, after which the next page begins
   */
  public record SourceRow(String json, List<String> position) {}

  /** Consumer of rows. */
  public interface Rows {
    void accept(SourceRow row) throws SQLException;
  }

  /** Consumer of keys. */
  public interface Keys {
    void accept(String key) throws SQLException;
  }

  private MedusaShop(Connection connection, SourceSchema schema) {
    this.connection = connection;
    this.schema = schema;
  }

  public static MedusaShop open(DatabaseConfig database) {
    try {
      Connection connection = database.connect();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute(SNAPSHOT);
        statement.execute("SET TIME ZONE 'UTC'");
        statement.execute("SET search_path = public");
        // Compiling the plan of a page takes longer than the page.
        statement.execute("SET jit = off");
        // A merge begins at the first row of the joined table, however late the page is.
        statement.execute("SET enable_mergejoin = off");
        statement.execute("SET statement_timeout = 0");
        statement.execute("SET idle_in_transaction_session_timeout = 0");
      }
      SourceSchema schema = SourceSchema.read(connection);
      if (!schema.has("store") || !schema.has("money_amount")) {
        connection.close();
        throw new MoveInException(
            "The database %s has no Medusa v1 shop: the tables store and money_amount are missing."
                .formatted(database));
      }
      return new MedusaShop(connection, schema);
    } catch (SQLException failure) {
      throw new MoveInException(
          "The database %s cannot be read: %s".formatted(database, failure.getMessage()), failure);
    }
  }

  public SourceSchema schema() {
    return schema;
  }

  /**
   * Places the columns of the shop's own.
   *
   * @throws MoveInException if one of them is no such column
   */
  public void place(OwnColumns columns) {
    try {
      schema = schema.placing(columns);
    } catch (IllegalArgumentException unknown) {
      throw new MoveInException(String.valueOf(unknown.getMessage()), unknown);
    }
  }

  public boolean isPresent(TableCopy copy) {
    return schema.has(copy.source())
        && copy.needs().stream().allMatch(schema::has)
        && copy.without().stream().noneMatch(schema::has);
  }

  /** Columns of a copy into a table with these columns. */
  public CopyColumns columns(TableCopy copy, Set<String> targetColumns) throws SQLException {
    return CopyColumns.of(copy, schema, declared(copy), targetColumns);
  }

  /** Columns of a copy into a table that has all of them. */
  public CopyColumns columns(TableCopy copy) throws SQLException {
    List<String> declared = declared(copy);
    Set<String> all = new LinkedHashSet<>(schema.columnsOf(copy.source()));
    all.addAll(declared);
    return CopyColumns.of(copy, schema, declared, all);
  }

  /** Columns of the statement beside the whole row. */
  private List<String> declared(TableCopy copy) throws SQLException {
    List<String> known = declared.get(copy.rows());
    if (known == null) {
      known = readDeclared(copy);
      declared.put(copy.rows(), known);
    }
    return known;
  }

  private List<String> readDeclared(TableCopy copy) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement(
                "%sSELECT * FROM (%s) AS r LIMIT 0".formatted(schema.presented(), copy.rows()));
        ResultSet none = statement.executeQuery()) {
      for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
        columns.add(none.getMetaData().getColumnName(i));
      }
    }
    columns.remove(CopyColumns.ROW);
    return columns;
  }

  /** Number of rows of a copy. */
  public long count(TableCopy copy) throws SQLException {
    return Long.parseLong(
        Objects.requireNonNull(
            query("%sSELECT count(*) FROM (%s) AS r".formatted(schema.presented(), copy.rows()))
                .getFirst()
                .getFirst()));
  }

  /** Goes on with the shop of this moment. */
  public void refresh() throws SQLException {
    connection.commit();
    Sql.execute(connection, SNAPSHOT);
  }

  /**
   * Time of the source up to which its committed changes are in the snapshot. A replica shows the
   * shop as it was at the last transaction that it has replayed.
   */
  public String snapshotAt() throws SQLException {
    return Objects.requireNonNull(query(SNAPSHOT_AT).getFirst().getFirst(), "time");
  }

  /** Ids of the stores, which identify the shop. */
  public String shop() throws SQLException {
    return Objects.requireNonNull(
        query("SELECT string_agg(id, ' ' ORDER BY id) FROM store").getFirst().getFirst(), "store");
  }

  /**
   * Reads rows in their order.
   *
   * @param after position of the row before the first; null for all
   * @param buckets buckets of the rows; null for all
   */
  public void readAll(
      CopyColumns columns,
      @Nullable List<String> after,
      @Nullable Collection<Integer> buckets,
      Rows rows)
      throws SQLException {
    List<String> position = after;
    int read = PAGE;
    while (read == PAGE) {
      List<List<String>> last = new ArrayList<>(1);
      read =
          readPage(
              columns,
              position,
              buckets,
              row -> {
                rows.accept(row);
                last.clear();
                last.add(row.position());
              });
      position = last.isEmpty() ? position : last.getFirst();
    }
  }

  private int readPage(
      CopyColumns columns,
      @Nullable List<String> after,
      @Nullable Collection<Integer> buckets,
      Rows rows)
      throws SQLException {
    List<String> order = columns.order();
    String sql =
        """
        %sSELECT (SELECT row_to_json(q) FROM (SELECT %s) AS q)::text, %s
        FROM %s
        WHERE %s AND %s
        ORDER BY %s
        LIMIT %s
        """
            .formatted(
                columns.tables(),
                columns.selection(),
                String.join(", ", order),
                columns.from(),
                among(columns, buckets),
                after == null ? "true" : following(columns),
                String.join(", ", order),
                PAGE);
    int read = 0;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCH);
      int parameter = 1;
      if (buckets != null) {
        statement.setArray(parameter++, connection.createArrayOf("int4", buckets.toArray()));
      }
      if (after != null) {
        if (columns.isOfSeveralTables()) {
          statement.setString(parameter++, after.getFirst());
        }
        for (String each : after) {
          statement.setString(parameter++, each);
        }
      }
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          List<String> position = new ArrayList<>(order.size());
          for (int i : IntStream.range(0, order.size()).toArray()) {
            position.add(found.getString(i + 2));
          }
          rows.accept(new SourceRow(found.getString(1), position));
          read++;
        }
      }
    }
    return read;
  }

  /**
   * Condition of the rows after a position. An order of several tables also names its first
   * expression alone, so that an index leads to the page; of one table, this would only make
   * PostgreSQL expect fewer rows than there are, and sort all.
   */
  private static String following(CopyColumns columns) {
    return "%s(%s) > (%s)"
        .formatted(
            columns.isOfSeveralTables() ? "%s >= ? AND ".formatted(columns.order().getFirst()) : "",
            String.join(", ", columns.order()),
            columns.order().stream().map(each -> "?").collect(Collectors.joining(", ")));
  }

  private static String among(CopyColumns columns, @Nullable Collection<Integer> buckets) {
    return buckets == null ? "true" : Buckets.of(columns.keyText()) + " = ANY (?)";
  }

  /** Reads the keys of the rows of some buckets; null for all. */
  public void readKeys(CopyColumns columns, @Nullable Collection<Integer> buckets, Keys keys)
      throws SQLException {
    String sql =
        "%sSELECT %s FROM %s WHERE %s"
            .formatted(
                columns.tables(), columns.keyText(), columns.from(), among(columns, buckets));
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(PAGE);
      if (buckets != null) {
        statement.setArray(1, connection.createArrayOf("int4", buckets.toArray()));
      }
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          keys.accept(found.getString(1));
        }
      }
    }
  }

  /** Rows of a statement as texts. */
  public List<List<@Nullable String>> query(String sql) throws SQLException {
    return Sql.query(connection, sql);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failure) {
      throw new MoveInException("Closing the source failed: " + failure.getMessage(), failure);
    }
  }
}
