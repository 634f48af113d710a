package dev.tradewind.kernel.field;

import dev.tradewind.kernel.database.PgErrors;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;

/**
 * Store of metadata as the declared fields of a schema complete it: with defaults, and with values
 * in the form of their type. Triggers complete the metadata of a table; rows of documents, and
 * responses that are made before their row, are completed by this.
 */
public final class CheckedMetadataStore {

  private static final String NEW = "SELECT checked_metadata($1, NULL, $2) AS metadata";

  /** Constraint of a refusal to store metadata that is not completed, with the completed one. */
  private static final String CONSTRAINT = "declared_form";

  private CheckedMetadataStore() {}

  /**
   * Metadata of a new row. Fails with a violated constraint, which callers are told as 400, if a
   * value contradicts the declaration of its field.
   *
   * @param resource its name in declarations
   */
  public static Future<JsonObject> ofNew(SqlClient db, String resource, JsonObject metadata) {
    return db.preparedQuery(NEW)
        .execute(Tuple.of(resource, metadata))
        .map(rows -> (JsonObject) rows.iterator().next().getJson("metadata"));
  }

  /** Detail of a refusal to store metadata that is not completed; empty for any other failure. */
  public static Optional<JsonObject> completedBy(Throwable failure) {
    return PgErrors.violatedCheck(failure)
        .filter(CONSTRAINT::equals)
        .map(constraint -> new JsonObject(((PgException) failure).getDetail()));
  }
}
