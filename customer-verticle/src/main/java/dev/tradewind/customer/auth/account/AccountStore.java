package dev.tradewind.customer.auth.account;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of accounts and password hashes. */
public final class AccountStore {

  /**
   * Account with its password hash.
   *
   * @param passwordHash absent if the account has no password
   */
  public record Stored(Account account, @Nullable String passwordHash) {}

  private static final String FIND_USER =
      """
      SELECT id, credential_version, password_hash
      FROM "user"
      WHERE email = $1
        AND deleted_at IS NULL
      """;

  private static final String FIND_CUSTOMER =
      """
      SELECT id, credential_version, password_hash
      FROM customer
      WHERE email = $1
        AND has_account
        AND deleted_at IS NULL
      """;

  // A password that was changed concurrently is kept.
  private static final String REPLACE_HASH =
      """
      UPDATE %s
      SET password_hash = $3, version = version + 1
      WHERE id = $1
        AND password_hash = $2
      """;

  private static final String REPLACE_HASH_OF_USER = REPLACE_HASH.formatted("\"user\"");
  private static final String REPLACE_HASH_OF_CUSTOMER = REPLACE_HASH.formatted("customer");

  private static final String HAS_ACCOUNT =
      """
      SELECT
      FROM customer
      WHERE email = $1
        AND has_account
        AND deleted_at IS NULL
      """;

  private static final String INSERT_CUSTOMER =
      """
      WITH changed AS (
        INSERT INTO customer (
          id, email, first_name, last_name, phone, password_hash, has_account, created_at,
          updated_at, metadata
        )
        VALUES ($1, $2, $3, $4, $5, $6, true, $7, $7, $9)
        RETURNING id AS changed_id, customer.metadata
      )
      """
          + Outbox.insertWhenChanged("$8", "changed")
          + " RETURNING (SELECT metadata FROM changed) AS metadata";

  /**
   * Account with that e-mail address.
   *
   * @param email in normalized form
   */
  public Future<Optional<Stored>> find(SqlClient db, Token.Surface surface, String email) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> FIND_USER;
              case STORE -> FIND_CUSTOMER;
            })
        .execute(Tuple.of(email))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Stored(
                        new Account(
                            surface, row.getString("id"), row.getInteger("credential_version")),
                        row.getString("password_hash")))
                .findFirst());
  }

  /** Replaces the hash of an unchanged password. */
  public Future<Void> replaceHash(
      SqlClient db, Account account, @Nullable String old, String hash) {
    return db.preparedQuery(
            switch (account.surface()) {
              case ADMIN -> REPLACE_HASH_OF_USER;
              case STORE -> REPLACE_HASH_OF_CUSTOMER;
            })
        .execute(Tuple.of(account.id(), old, hash))
        .mapEmpty();
  }

  public Future<Boolean> hasCustomerAccount(SqlClient db, String email) {
    return db.preparedQuery(HAS_ACCOUNT).execute(Tuple.of(email)).map(rows -> rows.size() > 0);
  }

  /** Inserts a customer with an account; returns it with its metadata as stored. */
  public Future<JsonObject> insertCustomer(
      SqlClient db, JsonObject customer, String passwordHash, Instant now, List<Event> events) {
    return db.preparedQuery(INSERT_CUSTOMER)
        .execute(
            Tuple.tuple()
                .addString(customer.getString("id"))
                .addString(customer.getString("email"))
                .addString(customer.getString("first_name"))
                .addString(customer.getString("last_name"))
                .addString(customer.getString("phone"))
                .addString(passwordHash)
                .addOffsetDateTime(Timestamps.utc(now))
                .addJsonArray(Outbox.rows(events))
                .addJsonObject(customer.getJsonObject("metadata")))
        .map(rows -> customer.copy().put("metadata", rows.iterator().next().getValue("metadata")));
  }
}
