package dev.tradewind.catalog.shipping;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.HashSet;
import java.util.Set;

/** SQL of the requirements of shipping options. */
final class RequirementStore {

  private static final String OWN =
      "SELECT id FROM shipping_option_requirement WHERE shipping_option_id = $1";

  // Deletions precede insertions, because the kinds are unique per option.
  private static final String CLEAR =
      "DELETE FROM shipping_option_requirement WHERE shipping_option_id = $1";

  private static final String INSERT =
      """
      INSERT INTO shipping_option_requirement (id, shipping_option_id, type, amount)
      SELECT id, $1, type, amount
      FROM jsonb_to_recordset($2) AS requirement (id text, type text, amount bigint)
      """;

  private RequirementStore() {}

  static Future<Set<String>> findIds(SqlClient db, String optionId) {
    return db.preparedQuery(OWN)
        .execute(Tuple.of(optionId))
        .map(rows -> {
          Set<String> ids = new HashSet<>();
          rows.forEach(row -> ids.add(row.getString("id")));
          return ids;
        });
  }

  static Future<Void> clear(SqlClient db, String optionId) {
    return db.preparedQuery(CLEAR).execute(Tuple.of(optionId)).mapEmpty();
  }

  static Future<Void> insert(SqlClient db, String optionId, JsonArray rows) {
    return db.preparedQuery(INSERT).execute(Tuple.of(optionId, rows)).mapEmpty();
  }
}
