package dev.tradewind.customer.customer;

import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of customers and their addresses. */
public final class CustomerStore {

  static final String CREATED = "customer.created";

  private static final Ids IDS = Ids.of("cus");

  private static final String OWN_COLUMNS = CustomerColumns.CUSTOMER.list("customer");

  // Anyone can type the e-mail address of a guest: what a group is offered needs an account.
  private static final String COLUMNS =
      """
      %s,
      ARRAY(
        SELECT customer_group_id
        FROM customer_group_customers
        WHERE customer_id = customer.id
          AND customer.has_account
        ORDER BY customer_group_id
      ) AS group_ids,
      (
        SELECT %s
        FROM address AS billing
        WHERE billing.id = customer.billing_address_id
          AND billing.deleted_at IS NULL
      ) AS billing_address
      """
          .formatted(OWN_COLUMNS, CustomerResources.ADDRESS.jsonObject("billing"));

  private static final String FIND =
      """
      SELECT %s
      FROM customer
      WHERE id = ANY ($1)
        AND deleted_at IS NULL
      """
          .formatted(COLUMNS);

  // One of several concurrent statements inserts. The others neither see the guest nor may insert
  // it, and return no row; they find the guest in a second statement. A guest that was not used for
  // long is touched, so that it is not deleted as unused at the same time.
  private static final String ENSURE_GUEST =
      """
      WITH known AS (
        SELECT %s
        FROM customer
        WHERE email = $2
          AND NOT has_account
          AND deleted_at IS NULL
      ),
      touched AS (
        UPDATE customer
        SET updated_at = $3
        WHERE id = (SELECT id FROM known)
          AND updated_at < $3::timestamptz - interval '12 hours'
        RETURNING id
      ),
      made AS (
        INSERT INTO customer (id, email, has_account, created_at, updated_at)
        SELECT $1, $2, false, $3::timestamptz, $3
        WHERE NOT EXISTS (SELECT FROM known)
        ON CONFLICT (email, has_account) WHERE deleted_at IS NULL DO NOTHING
        RETURNING %s, '{}'::text[] AS group_ids, NULL::json AS billing_address
      ),
      told AS (
        %s
      )
      SELECT *
      FROM known
      WHERE updated_at >= $3::timestamptz - interval '12 hours'
        OR EXISTS (SELECT FROM touched)
      UNION ALL
      SELECT *
      FROM made
      """
          .formatted(COLUMNS, OWN_COLUMNS, Outbox.insertWhenChanged("$4", "made"));

  private static final String FIND_ADDRESS =
      """
      SELECT %s
      FROM address
      WHERE id = $1
        AND deleted_at IS NULL
        AND (
          customer_id = $2
          OR id = (SELECT billing_address_id FROM customer WHERE id = $2)
        )
      """
          .formatted(CustomerColumns.ADDRESS.list("address"));

  Future<List<JsonObject>> find(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(CustomerStore::customers);
  }

  /** Guest with that e-mail address, created once by concurrent calls. */
  Future<JsonObject> ensureGuest(SqlClient db, CallContext context, String email, Instant now) {
    String id = IDS.next();
    Event created =
        Event.of(context, now, Topics.CUSTOMER, CREATED, id, 1, new JsonObject().put("id", id));
    Tuple guest = Tuple.of(id, email, Timestamps.utc(now), Outbox.rows(List.of(created)));
    return knownOrMade(db, guest)
        .compose(
            found -> found.isPresent() ? Future.succeededFuture(found) : knownOrMade(db, guest))
        .map(Optional::orElseThrow);
  }

  private Future<Optional<JsonObject>> knownOrMade(SqlClient db, Tuple guest) {
    return db.preparedQuery(ENSURE_GUEST)
        .execute(guest)
        .map(rows -> customers(rows).stream().findFirst());
  }

  Future<Optional<JsonObject>> findAddress(SqlClient db, String customerId, String addressId) {
    return db.preparedQuery(FIND_ADDRESS)
        .execute(Tuple.of(addressId, customerId))
        .map(rows ->
            rows.size() == 0 ? Optional.empty() : Optional.of(withTimes(rows.iterator().next())));
  }

  private static List<JsonObject> customers(RowSet<Row> rows) {
    return rows.stream()
        .map(row ->
            withTimes(row)
                .put("group_ids", JsonArrays.of(List.of(row.getArrayOfStrings("group_ids"))))
                .put("billing_address", row.getJson("billing_address")))
        .toList();
  }

  /** Row with its times in wire format. */
  private static JsonObject withTimes(Row row) {
    return row.toJson()
        .put("created_at", time(row.getOffsetDateTime("created_at")))
        .put("updated_at", time(row.getOffsetDateTime("updated_at")))
        .put("deleted_at", time(row.getOffsetDateTime("deleted_at")));
  }

  private static @Nullable String time(@Nullable OffsetDateTime time) {
    return time == null ? null : Timestamps.format(time);
  }
}
