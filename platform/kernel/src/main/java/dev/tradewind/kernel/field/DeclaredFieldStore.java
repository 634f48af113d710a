package dev.tradewind.kernel.field;

import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of the declared fields of a schema: their rows, their triggers, and what is stored. */
final class DeclaredFieldStore {

  /** Fields of a resource: each write of it reads all of them. */
  static final int MAX_FIELDS = 50;

  private static final String GIVEN = "jsonb_populate_record(NULL::declared_field, $1::jsonb)";

  private static final String LIST =
      """
      SELECT declared_field_view(field)
      FROM declared_field AS field
      WHERE $1::text IS NULL OR id = $1
      ORDER BY resource, name
      """;

  // Declarations of a schema are made one after another. Triggers read them meanwhile.
  private static final String LOCK = "LOCK TABLE declared_field IN SHARE ROW EXCLUSIVE MODE";

  private static final String KNOWN =
      """
      SELECT declared_version() AS version,
        (SELECT coalesce(jsonb_agg(to_jsonb(field)), '[]') FROM declared_field AS field) AS fields
      """;

  private static final String FIND_ROW =
      "SELECT to_jsonb(field) FROM declared_field AS field WHERE id = $1";

  private static final String INSERT =
      """
      INSERT INTO declared_field
      SELECT given.*
      FROM %s AS given
      WHERE (SELECT count(*) FROM declared_field AS other WHERE other.resource = given.resource) < $2
      RETURNING id
      """
          .formatted(GIVEN);

  private static final String UPDATE =
      """
      UPDATE declared_field AS field
      SET version = given.version, type = given.type, is_required = given.is_required,
        is_unique = given.is_unique, is_searchable = given.is_searchable,
        default_value = given.default_value, allowed_values = given.allowed_values,
        referred_resource = given.referred_resource, referred_schema = given.referred_schema,
        currency_code = given.currency_code, checked_at = given.checked_at,
        index_due_at = now(), index_error = NULL, updated_at = given.updated_at
      FROM %s AS given
      WHERE field.id = given.id
        AND field.version = $2
      RETURNING field.id
      """
          .formatted(GIVEN);

  private static final String DELETE = "DELETE FROM declared_field WHERE id = $1";

  // Writers of the table queue behind the lock that a trigger needs: it is tried for a moment.
  private static final String REFRESH =
      """
      WITH quick AS MATERIALIZED (SELECT set_config('lock_timeout', '250ms', true))
      SELECT refresh_declared_triggers($1)
      FROM quick
      """;

  private static final String CONTRADICTIONS =
      """
      SELECT found.count, found.first
      FROM declared_contradictions(%s) AS found
      """
          .formatted(GIVEN);

  private static final String FAULT_OF_DEFAULT =
      """
      SELECT declared_fault(given, given.default_value, true)
      FROM %s AS given
      WHERE given.default_value IS NOT NULL
      """
          .formatted(GIVEN);

  private static final String CHECKED =
      "UPDATE declared_field SET checked_at = now() WHERE id = $1 AND version = $2";

  Future<List<JsonObject>> list(SqlClient db, @Nullable String id) {
    return db.preparedQuery(LIST)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> (JsonObject) row.getJson(0)).toList());
  }

  Future<FieldSet> known(SqlClient db) {
    return db.query(KNOWN)
        .execute()
        .map(rows -> {
          Row found = rows.iterator().next();
          return new FieldSet(
              found.getString("version"), JsonArrays.objects((JsonArray) found.getJson("fields")));
        });
  }

  Future<Void> lock(SqlClient db) {
    return db.query(LOCK).execute().mapEmpty();
  }

  /** The whole row, as it is declared again to undo a change. */
  Future<Optional<JsonObject>> findRow(SqlClient db, String id) {
    return db.preparedQuery(FIND_ROW)
        .execute(Tuple.of(id))
        .map(rows -> rows.stream().map(row -> (JsonObject) row.getJson(0)).findFirst());
  }

  /** Whether there was room for the field. */
  Future<Boolean> insert(SqlClient db, JsonObject row) {
    return db.preparedQuery(INSERT)
        .execute(Tuple.of(row, MAX_FIELDS))
        .map(DeclaredFieldStore::isFound);
  }

  /** Whether the field had the version. */
  Future<Boolean> update(SqlClient db, JsonObject row, long version) {
    return db.preparedQuery(UPDATE)
        .execute(Tuple.of(row, version))
        .map(DeclaredFieldStore::isFound);
  }

  Future<Void> delete(SqlClient db, String id) {
    return db.preparedQuery(DELETE).execute(Tuple.of(id)).mapEmpty();
  }

  /** Creates or drops the triggers of a resource, once no transaction writes to its tables. */
  Future<Void> refreshTriggers(SqlClient db, String resource) {
    return db.preparedQuery(REFRESH).execute(Tuple.of(resource)).mapEmpty();
  }

  Future<Contradictions> contradictions(SqlClient db, JsonObject row) {
    return db.preparedQuery(CONTRADICTIONS)
        .execute(Tuple.of(row))
        .map(rows -> {
          Row found = rows.iterator().next();
          return new Contradictions(
              found.getLong("count"), JsonArrays.objects((JsonArray) found.getJson("first")));
        });
  }

  /** Why the default is no value of the field; empty if it is one. */
  Future<Optional<String>> faultOfDefault(SqlClient db, JsonObject row) {
    return db.preparedQuery(FAULT_OF_DEFAULT)
        .execute(Tuple.of(row))
        .map(rows ->
            rows.stream()
                .flatMap(found -> Optional.ofNullable(found.getString(0)).stream())
                .findFirst());
  }

  Future<Void> checked(SqlClient db, String id, long version) {
    return db.preparedQuery(CHECKED).execute(Tuple.of(id, version)).mapEmpty();
  }

  private static boolean isFound(RowSet<Row> rows) {
    return rows.size() == 1;
  }
}
