package dev.tradewind.catalog.search.settings;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** SQL of the numbers of searches by query. */
final class SearchQueryStore {

  private static final int MAX_ROWS = 5_000;
  private static final int MAX_REPORTED = 100;

  private static final String ADD =
      """
      INSERT INTO search_query (query, searches, without_hit, searched_at)
      SELECT query, searches, without_hit, $4
      FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS noted (query, searches, without_hit)
      ORDER BY query
      ON CONFLICT (query) DO UPDATE SET
        searches = search_query.searches + excluded.searches,
        without_hit = search_query.without_hit + excluded.without_hit,
        searched_at = excluded.searched_at
      """;

  private static final String PRUNE =
      """
      DELETE FROM search_query
      WHERE query IN (
        SELECT query FROM search_query ORDER BY searched_at DESC, query OFFSET $1
      )
      """;

  private static final String FIND_FREQUENT =
      """
      SELECT query, searches, without_hit, searched_at
      FROM search_query
      ORDER BY searches DESC, query
      LIMIT $1
      """;

  private static final String FIND_WITHOUT_HIT =
      """
      SELECT query, searches, without_hit, searched_at
      FROM search_query
      WHERE without_hit > 0
      ORDER BY without_hit DESC, query
      LIMIT $1
      """;

  private final SqlClient db;

  SearchQueryStore(SqlClient db) {
    this.db = db;
  }

  /** Number of searches for a query since the last time. */
  record Counted(String query, long searches, long withoutHit) {}

  /** Adds the numbers, and deletes the rows that were searched for least recently. */
  Future<Void> add(List<Counted> counted, Instant now) {
    return db.preparedQuery(ADD)
        .execute(
            Tuple.of(
                counted.stream().map(Counted::query).toArray(String[]::new),
                counted.stream().map(Counted::searches).toArray(Long[]::new),
                counted.stream().map(Counted::withoutHit).toArray(Long[]::new),
                Timestamps.utc(now)))
        .compose(added -> db.preparedQuery(PRUNE).execute(Tuple.of(MAX_ROWS)))
        .mapEmpty();
  }

  Future<JsonArray> findFrequent() {
    return find(FIND_FREQUENT);
  }

  Future<JsonArray> findWithoutHit() {
    return find(FIND_WITHOUT_HIT);
  }

  private Future<JsonArray> find(String statement) {
    return db.preparedQuery(statement)
        .execute(Tuple.of(MAX_REPORTED))
        .map(found -> {
          JsonArray rows = new JsonArray();
          found.forEach(row ->
              rows.add(
                  new JsonObject()
                      .put("query", row.getString("query"))
                      .put("searches", row.getLong("searches"))
                      .put("searches_without_hits", row.getLong("without_hit"))
                      .put(
                          "last_searched_at",
                          Timestamps.format(row.getOffsetDateTime("searched_at")))));
          return rows;
        });
  }
}
