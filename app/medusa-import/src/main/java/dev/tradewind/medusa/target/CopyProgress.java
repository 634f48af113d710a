package dev.tradewind.medusa.target;

import dev.tradewind.kernel.database.Sql;
import dev.tradewind.medusa.copy.TableCopy;
import io.vertx.core.json.JsonArray;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Progress of each copy, and digests of the rows that were applied, recorded in the transaction of
 * the rows, so that a move can be resumed and followed.
 */
public final class CopyProgress {

  private static final String RECORD_DIGESTS =
      """
      WITH given AS (
        SELECT bucket, nullif(digest, '')::numeric AS digest
        FROM unnest(?::integer[], ?::text[]) AS g (bucket, digest)
      ), gone AS (
        DELETE FROM medusa_import.digest AS d
        USING given AS g
        WHERE d.copy = ?
          AND d.bucket = g.bucket
          AND g.digest IS NULL
      )
      INSERT INTO medusa_import.digest (copy, bucket, digest)
      SELECT ?, bucket, digest
      FROM given
      WHERE digest IS NOT NULL
      ON CONFLICT (copy, bucket) DO UPDATE
      SET digest = excluded.digest
      """;

  private static final String RECORD =
      """
      INSERT INTO medusa_import.progress AS p (copy, position, rows, completed_at)
      VALUES (?, ?::json, ?, CASE WHEN ? THEN now() END)
      ON CONFLICT (copy) DO UPDATE
      SET position = coalesce(excluded.position, p.position), rows = p.rows + excluded.rows,
        completed_at = excluded.completed_at
      """;

  private final Connection connection;

  CopyProgress(Connection connection) {
    this.connection = connection;
  }

  /**
   * Recorded progress of a copy.
   *
   * @param position of the last row; absent before the first
   */
  public record Progress(@Nullable List<String> position, long rows, boolean isComplete) {}

  public Map<String, Progress> recorded() throws SQLException {
    Map<String, Progress> progress = new LinkedHashMap<>();
    for (List<@Nullable String> row :
        query(
            "SELECT copy, position, rows, completed_at IS NOT NULL FROM medusa_import.progress")) {
      String position = row.get(1);
      progress.put(
          Objects.requireNonNull(row.getFirst()),
          new Progress(
              position == null
                  ? null
                  : new JsonArray(position).stream().map(String.class::cast).toList(),
              Long.parseLong(Objects.requireNonNull(row.get(2))),
              "t".equals(row.get(3))));
    }
    return progress;
  }

  /** Recorded digests of the buckets of each copy. */
  public Map<String, Map<Integer, String>> digests() throws SQLException {
    Map<String, Map<Integer, String>> digests = new HashMap<>();
    for (List<@Nullable String> row :
        query("SELECT copy, bucket, digest FROM medusa_import.digest")) {
      digests
          .computeIfAbsent(Objects.requireNonNull(row.getFirst()), copy -> new HashMap<>())
          .put(
              Integer.valueOf(Objects.requireNonNull(row.get(1))),
              Objects.requireNonNull(row.get(2)));
    }
    return digests;
  }

  /** Records the digests of buckets; a bucket without one is empty. */
  public void recordDigests(
      TableCopy copy, Collection<Integer> buckets, Map<Integer, String> digests)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECORD_DIGESTS)) {
      statement.setArray(1, connection.createArrayOf("int4", buckets.toArray()));
      statement.setArray(
          2,
          connection.createArrayOf(
              "text", buckets.stream().map(bucket -> digests.getOrDefault(bucket, "")).toArray()));
      statement.setString(3, copy.name());
      statement.setString(4, copy.name());
      statement.execute();
    }
  }

  public void record(TableCopy copy, @Nullable List<String> position, long rows, boolean isComplete)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
      statement.setString(1, copy.name());
      statement.setString(2, position == null ? null : new JsonArray(position).encode());
      statement.setLong(3, rows);
      statement.setBoolean(4, isComplete);
      statement.execute();
    }
  }

  private List<List<@Nullable String>> query(String sql) throws SQLException {
    return Sql.query(connection, sql);
  }
}
