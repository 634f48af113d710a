package dev.tradewind.medusa.target;

import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.copy.TableCopy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Differences of amounts between source and target, recorded in the transaction of the rows that
 * have them, so that the report of a resumed or followed copy has those of all rows.
 */
public final class AmountRecorder {

  static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS medusa_import.amount_difference (
        copy text,
        id text,
        figure text,
        source bigint NOT NULL,
        target bigint NOT NULL,
        reason text NOT NULL,
        PRIMARY KEY (copy, id, figure)
      );
      """;

  private static final String RECORD =
      "INSERT INTO medusa_import.amount_difference (copy, id, figure, source, target, reason)"
          + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";

  private final Connection connection;

  AmountRecorder(Connection connection) {
    this.connection = connection;
  }

  /** Records the differences of rows in place of former ones. */
  public void record(TableCopy copy, List<String> ids, List<AmountDifference> differences)
      throws SQLException {
    if (ids.isEmpty()) {
      return;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM medusa_import.amount_difference WHERE copy = ? AND id = ANY (?)")) {
      statement.setString(1, copy.name());
      statement.setArray(2, connection.createArrayOf("text", ids.toArray()));
      statement.execute();
    }
    try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
      for (AmountDifference each : differences) {
        statement.setString(1, copy.name());
        statement.setString(2, each.id());
        statement.setString(3, each.figure());
        statement.setLong(4, each.source());
        statement.setLong(5, each.target());
        statement.setString(6, each.reason());
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  /** Differences of the rows that are there. */
  public List<AmountDifference> recorded(List<TableCopy> copies) throws SQLException {
    List<AmountDifference> found = new ArrayList<>();
    for (TableCopy copy : copies) {
      if (copy.document() == null) {
        continue;
      }
      for (List<@Nullable String> row :
          Sql.query(
              connection,
              """
              SELECT d.id, d.figure, d.source, d.target, d.reason
              FROM medusa_import.amount_difference AS d
              WHERE d.copy = '%s'
                AND EXISTS (SELECT FROM %s AS t WHERE t.id = d.id)
              ORDER BY d.id, d.figure
              """
                  .formatted(copy.name(), copy.target()))) {
        found.add(
            new AmountDifference(
                copy.source(),
                text(row, 0),
                text(row, 1),
                Long.parseLong(text(row, 2)),
                Long.parseLong(text(row, 3)),
                text(row, 4)));
      }
    }
    return found;
  }

  private static String text(List<@Nullable String> row, int column) {
    return Objects.requireNonNull(row.get(column));
  }
}
