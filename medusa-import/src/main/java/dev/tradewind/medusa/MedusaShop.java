package dev.tradewind.medusa;

import dev.tradewind.kernel.database.DatabaseConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Source database, read in one transaction: all statements see the shop of one moment, and nothing
 * is written, so that a read-only role on a replica is enough.
 */
final class MedusaShop implements AutoCloseable {

  /** Rows that are fetched at once, so that a page of large rows fits into memory. */
  private static final int FETCH = 100;

  private final Connection connection;
  private final SourceSchema schema;

  /**
   * Row of the source.
   *
   * @param json row in the form of the target table
   * @param position values of the order of the copy, after which the next page begins
   */
  record SourceRow(String json, List<String> position) {}

  /** Consumer of rows. */
  interface Rows {
    void accept(SourceRow row) throws SQLException;
  }

  private MedusaShop(Connection connection, SourceSchema schema) {
    this.connection = connection;
    this.schema = schema;
  }

  static MedusaShop open(DatabaseConfig database) {
    try {
      Connection connection = database.connect();
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
        statement.execute("SET TIME ZONE 'UTC'");
        statement.execute("SET search_path = public");
        // Compiling the plan of a page takes longer than the page.
        statement.execute("SET jit = off");
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

  SourceSchema schema() {
    return schema;
  }

  boolean isPresent(TableCopy copy) {
    return schema.has(copy.source()) && copy.needs().stream().allMatch(schema::has);
  }

  /**
   * Reads a page of rows in their order.
   *
   * @param after position of the last row of the page before; null for the first page
   * @return number of rows, less than the size at the end
   */
  int readPage(CopyColumns columns, @Nullable List<String> after, int size, Rows rows)
      throws SQLException {
    TableCopy copy = columns.copy();
    List<String> order = copy.order().stream().map("(%s)::text"::formatted).toList();
    String sql =
        "SELECT (SELECT row_to_json(r) FROM (SELECT %s) AS r)::text, %s FROM %s WHERE %s%s ORDER BY %s LIMIT %d"
            .formatted(
                columns.selection(),
                String.join(", ", order),
                columns.from(),
                condition(copy),
                after == null
                    ? ""
                    : " AND (%s) > (%s)"
                        .formatted(
                            String.join(", ", order),
                            order.stream().map(each -> "?").collect(Collectors.joining(", "))),
                String.join(", ", order),
                size);
    int read = 0;
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCH);
      if (after != null) {
        for (int i = 0; i < after.size(); i++) {
          statement.setString(i + 1, after.get(i));
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

  static String condition(TableCopy copy) {
    String where = copy.where();
    return where == null ? "true" : "(" + where + ")";
  }

  /** Rows of a statement as texts. */
  List<List<@Nullable String>> query(String sql) throws SQLException {
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
