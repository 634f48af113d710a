package dev.tradewind.customer.customer;

import dev.tradewind.customer.schema.CustomerResources;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

/** SQL of row locks of customers. */
public final class CustomerLockStore {

  /**
   * Customer whose row is locked until the end of the transaction.
   *
   * @param hasAccount immutable; a guest that registers becomes another customer
   */
  public record LockedCustomer(
      String id, String email, boolean hasAccount, @Nullable String billingAddressId) {}

  private static final String LOCK =
      """
      SELECT email, has_account, billing_address_id
      FROM customer
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  private CustomerLockStore() {}

  /** Locks the customer; fails with {@code NotFound} if it does not exist. */
  public static Future<LockedCustomer> lock(SqlClient db, String id) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(id))
        .map(rows -> {
          if (rows.size() == 0) {
            throw CustomerResources.notFound(id);
          }
          Row row = rows.iterator().next();
          return new LockedCustomer(
              id,
              row.getString("email"),
              row.getBoolean("has_account"),
              row.getString("billing_address_id"));
        });
  }
}
