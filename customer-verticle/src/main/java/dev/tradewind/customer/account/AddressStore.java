package dev.tradewind.customer.account;

import dev.tradewind.api.address.PostalAddress;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.write.ResourceWriter;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of addresses. An address belongs to a customer, whose row is locked before a change. */
public final class AddressStore {

  private static final String[] FIELDS = PostalAddress.COLUMNS.names().toArray(String[]::new);

  private static final Ids IDS = Ids.of("addr");
  private static final Selection WHOLE = Selection.of(CustomerResources.ADDRESS);

  // Two addresses are equal if everything that is printed on a parcel is equal.
  private static final Columns WRITTEN = PostalAddress.COLUMNS.without("metadata");

  /** Addresses of one customer. */
  static final int MAX_ADDRESSES = 50;

  private static final String ADD =
      """
      WITH fresh AS (
        SELECT given.*,
          (
            SELECT count(*)
            FROM address AS present
            WHERE present.customer_id = $3
              AND present.deleted_at IS NULL
          ) < %s AS has_room
        FROM jsonb_populate_record(NULL::address, $4) AS given
        WHERE NOT EXISTS (
          SELECT
          FROM address AS present
          WHERE present.customer_id = $3
            AND present.deleted_at IS NULL
            AND (%s) IS NOT DISTINCT FROM (%s)
        )
      ), added AS (
        INSERT INTO address (id, created_at, updated_at, customer_id, %s)
        SELECT $1, $2, $2, $3, %s
        FROM fresh
        WHERE has_room
      )
      SELECT has_room
      FROM fresh
      """
          .formatted(
              MAX_ADDRESSES,
              WRITTEN.list("present"),
              WRITTEN.list("given"),
              String.join(", ", FIELDS),
              PostalAddress.COLUMNS.list("fresh"));

  // A billing address outside the address list belongs to the customer that refers to it.
  private static final String FIND_OWNER =
      """
      SELECT deleted_at IS NULL AS is_present,
        coalesce(
          customer_id,
          (SELECT id FROM customer WHERE billing_address_id = address.id LIMIT 1)
        ) AS owner
      FROM address
      WHERE id = $1
      """;

  private static final String LEAVE_BILLING =
      """
      UPDATE customer
      SET billing_address_id = NULL
      WHERE id = $1
        AND billing_address_id = $2
      """;

  private final ResourceWriter writer = new ResourceWriter(CustomerResources.ADDRESS);

  /** Owner of an address row. */
  enum Owner {
    SELF,
    SELF_BUT_DELETED,
    SOMEBODY_ELSE,
    NOBODY
  }

  /** Adds the address to the addresses of the locked customer; false if an equal one exists. */
  Future<Boolean> add(SqlClient db, String customerId, JsonObject address, Instant now) {
    return db.preparedQuery(ADD)
        .execute(
            Tuple.of(IDS.next(), Timestamps.utc(now), customerId, RowChange.pick(address, FIELDS)))
        .map(rows -> {
          if (rows.size() > 0 && !rows.iterator().next().getBoolean("has_room")) {
            throw Problem.notAllowed(
                "A customer has at most " + MAX_ADDRESSES + " addresses", null);
          }
          return rows.size() > 0;
        });
  }

  Future<Owner> owner(SqlClient db, String customerId, String id) {
    return db.preparedQuery(FIND_OWNER)
        .execute(Tuple.of(id))
        .map(rows -> {
          if (rows.size() == 0) {
            return Owner.NOBODY;
          }
          Row row = rows.iterator().next();
          if (!customerId.equals(row.getString("owner"))) {
            return Owner.SOMEBODY_ELSE;
          }
          return row.getBoolean("is_present") ? Owner.SELF : Owner.SELF_BUT_DELETED;
        });
  }

  /** Fails with {@code NotFound} if the customer has no such address. */
  Future<Void> requireOwn(SqlClient db, String customerId, String id) {
    return owner(db, customerId, id)
        .map(owner -> {
          if (owner != Owner.SELF) {
            throw notFound(id);
          }
          return null;
        });
  }

  Future<Optional<JsonObject>> update(SqlClient db, String id, JsonObject input, Instant now) {
    RowChange write = new RowChange(now, RowChange.pick(input, FIELDS), List.of());
    return writer.update(db, WHOLE, id, write);
  }

  /** Marks the address deleted and removes it as a billing address. */
  Future<Void> delete(SqlClient db, String customerId, String id, Instant now) {
    return writer
        .delete(db, id, now, List.of())
        .compose(deleted -> db.preparedQuery(LEAVE_BILLING).execute(Tuple.of(customerId, id)))
        .mapEmpty();
  }

  /**
   * Merges the given fields into the address, or inserts one outside the address list; returns its
   * id.
   *
   * @param id of an existing address
   */
  Future<String> mergeOrAdd(SqlClient db, @Nullable String id, JsonObject input, Instant now) {
    Future<Optional<JsonObject>> merged =
        id == null ? Future.succeededFuture(Optional.empty()) : update(db, id, input, now);
    return merged.compose(current -> {
      if (current.isPresent()) {
        return Future.succeededFuture(current.orElseThrow().getString("id"));
      }
      String fresh = IDS.next();
      JsonObject values = RowChange.pick(input, FIELDS).put("id", fresh);
      return writer.insert(db, WHOLE, new RowChange(now, values, List.of())).map(fresh);
    });
  }

  static Problem notFound(String id) {
    return Problem.notFound("Address with id " + id + " was not found");
  }
}
