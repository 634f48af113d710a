package dev.tradewind.api.customer;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** SQL functions that the customer schema publishes to all verticles for {@link Authentication}. */
final class AuthenticationStore {

  private static final String FIND = "SELECT * FROM customer.find_credentials($1, $2, $3)";

  private static final String NOTE = "SELECT customer.note_session_use($1, $2, $3)";

  /**
   * Finds the users and customers of presented credentials, each row with the {@code position} of
   * its credentials, ordered by it and by precedence.
   *
   * @param idleSince sessions that were last used before it have ended
   */
  Future<RowSet<Row>> find(
      SqlClient db, List<JsonObject> documents, Instant now, Instant idleSince) {
    return db.preparedQuery(FIND)
        .execute(
            Tuple.of(new JsonArray(documents), Timestamps.utc(now), Timestamps.utc(idleSince)));
  }

  /**
   * Notes the use of sessions.
   *
   * @param unlessAfter a later use that is noted already stays
   */
  Future<Void> noteUse(
      SqlClient db, Collection<String> sessions, Instant now, Instant unlessAfter) {
    return db.preparedQuery(NOTE)
        .execute(
            Tuple.of(
                sessions.toArray(String[]::new), Timestamps.utc(now), Timestamps.utc(unlessAfter)))
        .mapEmpty();
  }
}
