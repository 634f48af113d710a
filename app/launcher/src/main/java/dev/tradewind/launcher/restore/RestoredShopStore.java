package dev.tradewind.launcher.restore;

import dev.tradewind.launcher.restore.RestoreReport.Number;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Store of what the comparison reads of aggregates and their numbers. */
final class RestoredShopStore {

  private static final String VERSIONS = "SELECT id, version FROM %s WHERE id = ANY ($1)";

  private static final String NUMBER =
      """
      SELECT last_value, coalesce((SELECT max(%s) FROM %s), 0) AS highest
      FROM %s
      """;

  /** Never backwards. */
  private static final String ADVANCE =
      "SELECT setval($1::text::regclass, greatest($2, last_value)) FROM %s";

  private RestoredShopStore() {}

  /** The versions by id of the rows that there are. */
  static Future<Map<String, Long>> versions(Pool pool, String table, List<String> ids) {
    return pool.preparedQuery(VERSIONS.formatted(table))
        .execute(Tuple.of((Object) ids.toArray(String[]::new)))
        .map(rows ->
            rows.stream()
                .collect(
                    Collectors.toMap(row -> row.getString("id"), row -> row.getLong("version"))));
  }

  /**
   * The state of a sequence.
   *
   * @param column column of the table that has its numbers
   * @param lost number of lost rows
   */
  static Future<Number> number(Pool pool, String sequence, String column, String table, long lost) {
    return pool.query(NUMBER.formatted(column, table, sequence))
        .execute()
        .map(rows -> {
          Row row = rows.iterator().next();
          return new Number(sequence, row.getLong("last_value"), row.getLong("highest"), lost);
        });
  }

  static Future<Void> advance(Pool pool, Number number) {
    return pool.preparedQuery(ADVANCE.formatted(number.sequence()))
        .execute(Tuple.of(number.sequence(), number.beyond()))
        .mapEmpty();
  }
}
