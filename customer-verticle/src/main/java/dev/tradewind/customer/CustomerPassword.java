package dev.tradewind.customer;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** Gives a customer another password, which ends every session and token of the old one. */
public final class CustomerPassword {

  private static final String CHANGE =
      """
      UPDATE customer
      SET password_hash = $2, credential_version = credential_version + 1
      WHERE id = $1
      """;

  private CustomerPassword() {}

  /** Within the transaction that has locked the customer. */
  public static Future<Void> change(SqlClient db, String customerId, String hash) {
    return db.preparedQuery(CHANGE).execute(Tuple.of(customerId, hash)).mapEmpty();
  }
}
