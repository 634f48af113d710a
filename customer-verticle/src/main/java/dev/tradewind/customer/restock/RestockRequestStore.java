package dev.tradewind.customer.restock;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Store of restock requests. */
public final class RestockRequestStore {

  private static final String ADD =
      """
      INSERT INTO restock_request (variant_id, email, language, created_at)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (variant_id, email) DO NOTHING
      """;

  /** Distinct variants, each found by one probe of the index. */
  private static final String VARIANTS =
      """
      WITH RECURSIVE wanted AS (
        (SELECT variant_id FROM restock_request WHERE variant_id > $1 ORDER BY variant_id LIMIT 1)
        UNION ALL
        SELECT (
          SELECT next.variant_id
          FROM restock_request AS next
          WHERE next.variant_id > wanted.variant_id
          ORDER BY next.variant_id
          LIMIT 1
        )
        FROM wanted
        WHERE wanted.variant_id IS NOT NULL
      )
      SELECT variant_id
      FROM wanted
      WHERE variant_id IS NOT NULL
      LIMIT $2
      """;

  private static final String TAKE =
      """
      WITH taken AS MATERIALIZED (
        SELECT variant_id, email
        FROM restock_request
        WHERE variant_id = ANY ($1)
        ORDER BY created_at
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      )
      DELETE FROM restock_request
      WHERE (variant_id, email) IN (SELECT variant_id, email FROM taken)
      RETURNING variant_id, email, language
      """;

  private static final String DELETE_OF_VARIANTS =
      """
      DELETE FROM restock_request
      WHERE variant_id = ANY ($1)
      """;

  private static final String DELETE_BEFORE =
      """
      DELETE FROM restock_request
      WHERE created_at < $1
      """;

  private static final String FIND_OF_EMAIL =
      """
      SELECT variant_id, created_at
      FROM restock_request
      WHERE email = $1
      ORDER BY created_at, variant_id
      """;

  /** Shopper to be told about a variant. */
  record RestockRequest(String variantId, String email, @Nullable String language) {}

  /** Records a request, unless the same one waits already. */
  Future<Void> add(SqlClient db, RestockRequest request, Instant now) {
    return db.preparedQuery(ADD)
        .execute(
            Tuple.of(request.variantId(), request.email(), request.language(), Timestamps.utc(now)))
        .mapEmpty();
  }

  /** Ids of variants with requests, in their order, after the given one. */
  Future<List<String>> findVariants(SqlClient db, String after, int limit) {
    return db.preparedQuery(VARIANTS)
        .execute(Tuple.of(after, limit))
        .map(rows -> rows.stream().map(row -> row.getString("variant_id")).toList());
  }

  /** Removes the oldest requests for the variants, and returns them; each to one caller only. */
  Future<List<RestockRequest>> take(SqlClient tx, Collection<String> variantIds, int limit) {
    return tx.preparedQuery(TAKE)
        .execute(Tuple.of(variantIds.toArray(String[]::new), limit))
        .map(rows -> rows.stream().map(RestockRequestStore::request).toList());
  }

  private static RestockRequest request(Row row) {
    return new RestockRequest(
        row.getString("variant_id"), row.getString("email"), row.getString("language"));
  }

  Future<Void> deleteOfVariants(SqlClient db, Collection<String> variantIds) {
    return db.preparedQuery(DELETE_OF_VARIANTS)
        .execute(Tuple.of((Object) variantIds.toArray(String[]::new)))
        .mapEmpty();
  }

  Future<Void> deleteBefore(SqlClient db, Instant time) {
    return db.preparedQuery(DELETE_BEFORE).execute(Tuple.of(Timestamps.utc(time))).mapEmpty();
  }

  /** Requests of an e-mail address, as the export of personal data shows them. */
  public Future<List<JsonObject>> findOfEmail(SqlClient db, String email) {
    return db.preparedQuery(FIND_OF_EMAIL)
        .execute(Tuple.of(email))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new JsonObject()
                        .put("variant_id", row.getString("variant_id"))
                        .put(
                            "created_at",
                            Timestamps.format(row.getOffsetDateTime("created_at").toInstant())))
                .toList());
  }
}
