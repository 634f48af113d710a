package dev.tradewind.catalog.store;

import dev.tradewind.catalog.input.JsonFields;
import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Optional;

/** SQL of the settings of the shop that other rows decide: currencies and default region. */
final class StoreSettingsStore {

  /** Locked row of the shop. */
  record LockedStore(String id, String defaultCurrencyCode) {

    private static final RecordCodec<LockedStore> CODEC =
        RecordCodec.of(MethodHandles.lookup(), LockedStore.class);
  }

  /** Addition of a currency to the shop, or its removal. */
  enum CurrencyChange {
    ADDITION(ADD),
    REMOVAL(REMOVE);

    private final String statement;

    CurrencyChange(String statement) {
      this.statement = statement;
    }
  }

  private static final String LOCK =
      "SELECT id, default_currency_code FROM store FOR NO KEY UPDATE";

  private static final String FIND_KNOWN = "SELECT code FROM currency WHERE code = ANY ($1)";

  private static final String SET =
      """
      WITH gone AS (
        DELETE FROM store_currency
        WHERE store_id = $1
          AND NOT currency_code = ANY ($2)
      )
      INSERT INTO store_currency (store_id, currency_code)
      SELECT $1, code
      FROM unnest($2::text[]) AS code
      ON CONFLICT DO NOTHING
      """;

  private static final String HAS =
      "SELECT FROM store_currency WHERE store_id = $1 AND currency_code = $2";

  // The lock keeps the region until the commit, so that it is not deleted meanwhile.
  private static final String HAS_REGION =
      "SELECT FROM region WHERE id = $1 AND deleted_at IS NULL FOR SHARE";

  private static final String ADD =
      """
      INSERT INTO store_currency (store_id, currency_code)
      VALUES ($1, $2)
      ON CONFLICT DO NOTHING
      """;

  private static final String REMOVE =
      "DELETE FROM store_currency WHERE store_id = $1 AND currency_code = $2";

  Future<Optional<LockedStore>> lock(SqlClient db) {
    return db.query(LOCK)
        .execute()
        .map(rows -> rows.stream().map(LockedStore.CODEC::readRow).findFirst());
  }

  /** Finds the known currencies among the codes. */
  Future<List<String>> findKnown(SqlClient db, List<String> codes) {
    return db.preparedQuery(FIND_KNOWN)
        .execute(Tuple.of(JsonFields.array(codes)))
        .map(rows -> rows.stream().map(row -> row.getString("code")).toList());
  }

  /** Replaces the currencies of the shop. */
  Future<Void> set(SqlClient db, LockedStore store, List<String> codes) {
    return db.preparedQuery(SET).execute(Tuple.of(store.id(), JsonFields.array(codes))).mapEmpty();
  }

  Future<Boolean> has(SqlClient db, LockedStore store, String code) {
    return db.preparedQuery(HAS).execute(Tuple.of(store.id(), code)).map(rows -> rows.size() > 0);
  }

  Future<Boolean> hasRegion(SqlClient db, String id) {
    return db.preparedQuery(HAS_REGION).execute(Tuple.of(id)).map(rows -> rows.size() > 0);
  }

  /** Adds or removes one currency; false if that had no effect. */
  Future<Boolean> change(SqlClient db, CurrencyChange change, LockedStore store, String code) {
    return db.preparedQuery(change.statement)
        .execute(Tuple.of(store.id(), code))
        .map(changed -> changed.rowCount() > 0);
  }
}
