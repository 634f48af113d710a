package dev.tradewind.medusa;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Statements whose results are few and small. */
final class Sql {

  private Sql() {}

  static List<List<@Nullable String>> query(Connection connection, String sql) throws SQLException {
    List<List<@Nullable String>> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        List<@Nullable String> row = new ArrayList<>(columns);
        for (int i = 1; i <= columns; i++) {
          row.add(rows.getString(i));
        }
        found.add(row);
      }
    }
    return found;
  }

  /** The only value of the only row. */
  static String value(Connection connection, String sql) throws SQLException {
    return Objects.requireNonNull(query(connection, sql).getFirst().getFirst());
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
