package dev.tradewind.catalog.store;

import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SQL of content that staff change as a whole, each change a version of its own, of which the
 * latest are kept. The table has columns version, content, created_at and created_by.
 */
public final class ContentVersionStore {

  /** Versions that are kept. */
  public static final int KEPT = 50;

  private static final String FIND_LATEST =
      "SELECT version, content FROM %s ORDER BY version DESC LIMIT 1";

  // The primary key decides between writers that have both read the version before.
  private static final String ADD =
      """
      WITH added AS (
        INSERT INTO %1$s (version, content, created_at, created_by)
        SELECT $1 + 1, $2, $3, $4
        WHERE $1 = (SELECT coalesce(max(version), 0) FROM %1$s)
        RETURNING version
      ), pruned AS (
        DELETE FROM %1$s
        USING added
        WHERE %1$s.version <= added.version - $5
      )
      SELECT version FROM added
      """;

  private final String findLatest;
  private final String add;
  private final Supplier<Problem> changed;

  /**
   * Content of one version.
   *
   * @param number of the version, from 1
   */
  public record Version(int number, JsonObject content) {}

  /**
   * @param changed 409 of a change whose version is not the latest any more
   */
  public ContentVersionStore(String table, Supplier<Problem> changed) {
    this.findLatest = FIND_LATEST.formatted(table);
    this.add = ADD.formatted(table);
    this.changed = changed;
  }

  /** The latest version; empty before the first change. */
  public Future<Optional<Version>> findLatest(SqlClient db) {
    return db.query(findLatest)
        .mapping(row -> new Version(row.getInteger("version"), row.getJsonObject("content")))
        .execute()
        .map(rows -> rows.stream().findFirst());
  }

  /** Adds the version after the given one; a conflict if there is a later one already. */
  public Future<Version> add(
      SqlClient db, int version, JsonObject content, Instant at, @Nullable String by) {
    return db.preparedQuery(add)
        .execute(Tuple.of(version, content, at.atOffset(ZoneOffset.UTC), by, KEPT))
        .map(rows -> {
          if (rows.size() == 0) {
            throw changed.get();
          }
          return new Version(version + 1, content);
        })
        .recover(failure ->
            Future.failedFuture(
                PgErrors.violatedUnique(failure).isPresent() ? changed.get() : failure));
  }
}
