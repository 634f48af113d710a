package dev.tradewind.order.collection;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Store of payment collections with their sessions, and of payments by their ids. */
public final class PaymentCollectionStore {

  private static final String FIND =
      """
      SELECT to_jsonb(c) || jsonb_build_object(
        'payment_sessions', (
          SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.position, s.id), '[]')
          FROM payment_session AS s
          WHERE s.payment_collection_id = c.id
        ),
        'payments', (
          SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.created_at, p.id), '[]')
          FROM payment AS p
          WHERE p.payment_collection_id = c.id
            AND NOT p.awaits_authorization
        )) AS collection
      FROM payment_collection AS c
      WHERE c.id = ANY ($1)
        AND c.deleted_at IS NULL
      """;

  private static final String INSERT =
      """
      INSERT INTO payment_collection (
        id, order_id, description, amount, region_id, currency_code, created_by, created_at,
        updated_at
      )
      SELECT id, order_id, description, amount, region_id, currency_code, created_by, created_at,
        updated_at
      FROM jsonb_populate_record(NULL::payment_collection, $1)
      """;

  private static final String UPDATE =
      """
      UPDATE payment_collection
      SET description = CASE WHEN $3::jsonb ? 'description' THEN $3 ->> 'description'
          ELSE description END,
        metadata = CASE WHEN $3 ? 'metadata' THEN $3 -> 'metadata' ELSE metadata END,
        version = version + 1, updated_at = $2
      WHERE id = $1
      """;

  private static final String MARK_AUTHORIZED =
      """
      UPDATE payment_collection
      SET status = 'authorized', authorized_amount = amount, version = version + 1, updated_at = $2
      WHERE id = $1
        AND status IN ('not_paid', 'awaiting', 'partially_authorized')
      """;

  // An earlier authorization that had no effect leaves nothing to pay.
  private static final String SET_AMOUNT =
      """
      WITH dropped AS (
        DELETE FROM payment_session
        WHERE payment_collection_id = $1
      )
      UPDATE payment_collection
      SET amount = $3, description = coalesce($4, description), status = 'not_paid',
        authorized_amount = NULL, version = version + 1, updated_at = $2
      WHERE id = $1
        AND status IN ('not_paid', 'awaiting')
      """;

  private static final String CANCEL =
      """
      WITH dropped AS (
        DELETE FROM payment_session
        WHERE payment_collection_id = $1
          AND status <> 'authorized'
      )
      UPDATE payment_collection
      SET status = 'canceled', version = version + 1, updated_at = $2
      WHERE id = $1
        AND status <> 'canceled'
      """;

  private static final String DELETE =
      """
      WITH detached AS (
        UPDATE order_edit
        SET payment_collection_id = NULL
        WHERE payment_collection_id = $1
      )
      UPDATE payment_collection
      SET deleted_at = $2, updated_at = $2, version = version + 1
      WHERE id = $1
        AND deleted_at IS NULL
      """;

  // A session that keeps its id is updated. The version makes concurrent changes of the sessions
  // visible to each other.
  private static final String ATTACH =
      """
      UPDATE payment
      SET order_id = $2, updated_at = $3
      WHERE payment_collection_id = $1
        AND id IN (SELECT payment_id FROM payment_session WHERE payment_collection_id = $1)
        AND NOT awaits_authorization
        AND order_id IS NULL
      """;

  // An edit that was declined or canceled no longer needs its collection.
  private static final String IS_USED =
      """
      SELECT EXISTS (
        SELECT
        FROM order_edit
        WHERE payment_collection_id = $1
          AND declined_at IS NULL
          AND canceled_at IS NULL
      )
      """;

  private PaymentCollectionStore() {}

  public static Future<Optional<PaymentCollection>> find(SqlClient db, String id) {
    return findAll(db, List.of(id)).map(found -> Optional.ofNullable(found.get(id)));
  }

  /** Payment collections by their ids. */
  public static Future<Map<String, PaymentCollection>> findAll(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            rows.stream()
                .map(row -> PaymentCollection.CODEC.read(row.getJsonObject(0)))
                .collect(Collectors.toMap(PaymentCollection::id, Function.identity())));
  }

  public static Future<Void> insert(SqlClient db, PaymentCollection collection) {
    return db.preparedQuery(INSERT)
        .execute(Tuple.of(collection.own().put("order_id", collection.orderId())))
        .mapEmpty();
  }

  /** Writes description and metadata, as far as they are given. */
  static Future<Void> update(SqlClient db, String id, JsonObject input, Instant now) {
    return db.preparedQuery(UPDATE).execute(Tuple.of(id, Timestamps.utc(now), input)).mapEmpty();
  }

  static Future<Boolean> markAuthorized(SqlClient db, String id, Instant now) {
    return changed(db, MARK_AUTHORIZED, Tuple.of(id, Timestamps.utc(now)));
  }

  /** Sets another amount and drops the sessions; false if something is authorized. */
  public static Future<Boolean> setAmount(
      SqlClient db, String id, long amount, @Nullable String description, Instant now) {
    return changed(db, SET_AMOUNT, Tuple.of(id, Timestamps.utc(now), amount, description));
  }

  /** Cancels the collection and drops its open sessions. */
  public static Future<Boolean> cancel(SqlClient db, String id, Instant now) {
    return changed(db, CANCEL, Tuple.of(id, Timestamps.utc(now)));
  }

  public static Future<Boolean> delete(SqlClient db, String id, Instant now) {
    return changed(db, DELETE, Tuple.of(id, Timestamps.utc(now)));
  }

  /** Whether an edit that is active or confirmed has the collection. */
  static Future<Boolean> isUsed(SqlClient db, String id) {
    return db.preparedQuery(IS_USED)
        .execute(Tuple.of(id))
        .map(rows -> rows.iterator().next().getBoolean(0));
  }

  /** Attaches the payments to the order; whether there were any to attach. */
  public static Future<Boolean> attach(SqlClient db, String id, String orderId, Instant now) {
    return db.preparedQuery(ATTACH)
        .execute(Tuple.of(id, orderId, Timestamps.utc(now)))
        .map(rows -> rows.rowCount() > 0);
  }

  private static Future<Boolean> changed(SqlClient db, String statement, Tuple parameters) {
    return db.preparedQuery(statement).execute(parameters).map(rows -> rows.rowCount() > 0);
  }
}
