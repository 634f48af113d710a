package dev.tradewind.kernel.field;

import dev.tradewind.kernel.database.PgErrors;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/**
 * Cache of the declared fields of a schema, for writers whose response is made before the database
 * completes metadata. It is empty until the database refuses metadata that is not completed, and
 * read again when it refuses what was completed by declarations that have changed since.
 */
public final class KnownFields {

  /** Constraint of a refusal of metadata that was completed by other declarations. */
  private static final String CONSTRAINT = "declared_version";

  private final DeclaredFieldStore store = new DeclaredFieldStore();
  private final SqlClient db;
  private volatile FieldSet fields = FieldSet.NONE;

  public KnownFields(SqlClient db) {
    this.db = db;
  }

  public FieldSet now() {
    return fields;
  }

  /** Reads them again, after a refusal of metadata. */
  public Future<Void> refresh() {
    return store.known(db).onSuccess(read -> fields = read).mapEmpty();
  }

  /** Whether the write was refused because the declarations are others by now. */
  public static boolean areOutdated(Throwable failure) {
    return PgErrors.violatedCheck(failure).filter(CONSTRAINT::equals).isPresent();
  }
}
