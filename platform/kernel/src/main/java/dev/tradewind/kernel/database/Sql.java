package dev.tradewind.kernel.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Statements of tools over a blocking connection, with results that are few and small. */
public final class Sql {

  private Sql() {}

  public static List<List<@Nullable String>> query(Connection connection, String sql)
      throws SQLException {
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
  public static String value(Connection connection, String sql) throws SQLException {
    return Objects.requireNonNull(query(connection, sql).getFirst().getFirst());
  }

  public static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  public static void execute(Connection connection, String sql, String parameter)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      statement.execute();
    }
  }

  /** A name that comes from outside, such as from the catalog of another database. */
  public static String identifier(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /** A text that comes from outside. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** Lets the role of a schema act until {@link #actAsLogin} or the end of the transaction. */
  public static void actAs(Connection connection, DatabaseConfig database, String schema)
      throws SQLException {
    execute(
        connection,
        "SET LOCAL ROLE \"%s%s\"; SET LOCAL search_path = \"%s\"; SET LOCAL synchronous_commit = off"
            .formatted(database.rolePrefix(), schema, schema));
  }

  public static void actAsLogin(Connection connection) throws SQLException {
    execute(connection, "RESET ROLE");
  }
}
