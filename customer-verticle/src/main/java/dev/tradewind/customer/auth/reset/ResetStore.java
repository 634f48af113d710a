package dev.tradewind.customer.auth.reset;

import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of password reset requests. */
final class ResetStore {

  /** Account that may reset its password. */
  record Subject(Account account, @Nullable String firstName, @Nullable String lastName) {}

  private static final String FIND_USER =
      """
      SELECT id, credential_version, first_name, last_name
      FROM "user"
      WHERE email = $1
        AND deleted_at IS NULL
      """;

  private static final String FIND_CUSTOMER =
      """
      SELECT id, credential_version, first_name, last_name
      FROM customer
      WHERE email = $1
        AND has_account
        AND deleted_at IS NULL
      """;

  private static final String TELL =
      """
      WITH subject AS (
        SELECT version
        FROM %s
        WHERE id = $1
          AND credential_version = $2
          AND deleted_at IS NULL
      )
      """;

  private static final String TOLD = Outbox.insertAtVersionOf("$3", "subject");
  private static final String TELL_OF_USER = TELL.formatted("\"user\"") + TOLD;
  private static final String TELL_OF_CUSTOMER = TELL.formatted("customer") + TOLD;

  Future<Optional<Subject>> find(SqlClient db, Token.Surface surface, String email) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> FIND_USER;
              case STORE -> FIND_CUSTOMER;
            })
        .execute(Tuple.of(email))
        .map(rows -> rows.stream().map(row -> subject(surface, row)).findFirst());
  }

  private static Subject subject(Token.Surface surface, Row row) {
    return new Subject(
        new Account(surface, row.getString("id"), row.getInteger("credential_version")),
        row.getString("first_name"),
        row.getString("last_name"));
  }

  /** Appends the events, unless the account was deleted or its password changed. */
  Future<Void> appendEvents(SqlClient db, Account account, List<Event> events) {
    return db.preparedQuery(
            switch (account.surface()) {
              case ADMIN -> TELL_OF_USER;
              case STORE -> TELL_OF_CUSTOMER;
            })
        .execute(Tuple.of(account.id(), account.credentialVersion(), Outbox.rows(events)))
        .mapEmpty();
  }
}
