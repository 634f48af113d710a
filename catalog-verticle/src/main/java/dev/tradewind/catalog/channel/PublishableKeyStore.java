package dev.tradewind.catalog.channel;

import dev.tradewind.catalog.input.JsonFields;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** SQL of publishable API keys and their sales channels. */
final class PublishableKeyStore {

  private static final String LOCK =
      "SELECT version FROM publishable_api_key WHERE id = $1 FOR KEY SHARE";

  private static final String DELETE = "DELETE FROM publishable_api_key WHERE id = $1";

  private static final String FIND_MISSING_CHANNELS =
      """
      SELECT wanted
      FROM unnest($1::text[]) AS wanted
      WHERE NOT EXISTS (
        SELECT FROM sales_channel WHERE id = wanted AND deleted_at IS NULL
      )
      ORDER BY wanted
      """;

  private static final String ADD_CHANNELS =
      """
      INSERT INTO publishable_api_key_sales_channel (publishable_key_id, sales_channel_id)
      SELECT $1, channel
      FROM unnest($2::text[]) AS channel
      ORDER BY channel
      ON CONFLICT DO NOTHING
      """;

  private static final String REMOVE_CHANNELS =
      """
      DELETE FROM publishable_api_key_sales_channel
      WHERE publishable_key_id = $1
        AND sales_channel_id = ANY ($2::text[])
      """;

  /** Locks the key against deletion until the end of the transaction; false if missing. */
  Future<Boolean> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Deletes the key; returns whether it existed. */
  Future<Boolean> delete(SqlClient db, String id) {
    return db.preparedQuery(DELETE).execute(Tuple.of(id)).map(rows -> rows.rowCount() > 0);
  }

  Future<List<String>> findMissingChannels(SqlClient db, List<String> channels) {
    return db.preparedQuery(FIND_MISSING_CHANNELS)
        .execute(Tuple.of(JsonFields.array(channels)))
        .map(rows -> rows.stream().map(row -> row.getString("wanted")).toList());
  }

  Future<Void> addChannels(SqlClient db, String id, List<String> channels) {
    return db.preparedQuery(ADD_CHANNELS)
        .execute(Tuple.of(id, JsonFields.array(channels)))
        .mapEmpty();
  }

  Future<Void> removeChannels(SqlClient db, String id, List<String> channels) {
    return db.preparedQuery(REMOVE_CHANNELS)
        .execute(Tuple.of(id, JsonFields.array(channels)))
        .mapEmpty();
  }
}
