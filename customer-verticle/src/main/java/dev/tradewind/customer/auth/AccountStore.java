package dev.tradewind.customer.auth;

import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of accounts and password hashes. */
final class AccountStore {

  /**
   * Account with its password hash.
   *
   * @param passwordHash absent if the account has no password
   */
  record Stored(Account account, @Nullable String passwordHash) {}

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

  /**
   * Account with that e-mail address.
   *
   * @param email in normalized form
   */
  Future<Optional<Stored>> find(SqlClient db, Token.Surface surface, String email) {
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
  Future<Void> replaceHash(SqlClient db, Account account, @Nullable String old, String hash) {
    return db.preparedQuery(
            switch (account.surface()) {
              case ADMIN -> REPLACE_HASH_OF_USER;
              case STORE -> REPLACE_HASH_OF_CUSTOMER;
            })
        .execute(Tuple.of(account.id(), old, hash))
        .mapEmpty();
  }

  Future<Boolean> hasCustomerAccount(SqlClient db, String email) {
    return db.preparedQuery(HAS_ACCOUNT).execute(Tuple.of(email)).map(rows -> rows.size() > 0);
  }
}
