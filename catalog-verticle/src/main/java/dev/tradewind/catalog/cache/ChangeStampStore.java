package dev.tradewind.catalog.cache;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.HashMap;
import java.util.Map;

/** Store of change stamps. */
final class ChangeStampStore {

  /** A server that took over may have lost the last values, so its start is part of the stamp. */
  private static final String FIND =
      """
      SELECT
        kind,
        extract(epoch FROM pg_postmaster_start_time())
          || ':'
          || string_agg(value::text, ',' ORDER BY backend) AS stamp
      FROM change_stamp
      GROUP BY kind
      """;

  private final SqlClient db;

  ChangeStampStore(SqlClient db) {
    this.db = db;
  }

  /** Stamps by kind; a kind that never changed has none. */
  Future<Map<String, String>> find() {
    return db.preparedQuery(FIND)
        .execute()
        .map(rows -> {
          Map<String, String> stamps = new HashMap<>();
          for (Row row : rows) {
            stamps.put(row.getString("kind"), row.getString("stamp"));
          }
          return stamps;
        });
  }
}
