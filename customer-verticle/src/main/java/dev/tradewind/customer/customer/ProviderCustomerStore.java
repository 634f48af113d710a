package dev.tradewind.customer.customer;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;

/** Store of the ids of customers at the services of payment providers. */
final class ProviderCustomerStore {

  private static final String FIND =
      """
      SELECT provider_customer, is_confirmed
      FROM provider_customer
      WHERE customer_id = $1
        AND key = $2
      """;

  // The metadata shows the id, as Medusa v1's plugins do, and is never read.
  private static final String RECORD =
      """
      WITH changed AS (
        UPDATE customer
        SET metadata = coalesce(metadata, '{}') || jsonb_build_object($2::text, $3::text),
          updated_at = $4,
          version = version + 1
        WHERE id = $1
          AND deleted_at IS NULL
        RETURNING id, version
      ),
      recorded AS (
        INSERT INTO provider_customer (customer_id, key, provider_customer, is_confirmed)
        SELECT id, $2, $3, true
        FROM changed
        ON CONFLICT (customer_id, key) DO UPDATE
        SET provider_customer = excluded.provider_customer,
          is_confirmed = true
      )
      """
          + Outbox.insertAtVersionOf("$5", "changed")
          + "WHERE event.subject = changed.id";

  private ProviderCustomerStore() {}

  static Future<Optional<JsonObject>> find(SqlClient db, String customerId, String key) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(customerId, key))
        .map(rows -> rows.stream().map(row -> row.toJson()).findFirst());
  }

  /** Records the id in place of another one; fails if another customer has it. */
  static Future<Void> record(
      SqlClient db, String customerId, String key, String providerCustomer, Event event) {
    return db.preparedQuery(RECORD)
        .execute(
            Tuple.of(
                customerId,
                key,
                providerCustomer,
                Timestamps.utc(event.occurredAt()),
                Outbox.rows(List.of(event))))
        .mapEmpty();
  }
}
