package dev.tradewind.customer;

import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.SqlErrors;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes the users who run the shop; the first one cannot come in over HTTP. */
public final class UserRegistration {

  private static final Ids IDS = Ids.of("usr");
  private static final Pattern EMAIL = Pattern.compile("[^\\s@]+@[^\\s@]+\\.[^\\s@.]+");

  private static final String INSERT =
      """
      INSERT INTO "user"
        (id, email, first_name, last_name, role, password_hash, created_at, updated_at)
      VALUES ($1, $2, $3, $4, 'admin', $5, $6, $6)
      """;

  private static final String EXISTS =
      """
      SELECT
      FROM "user"
      LIMIT 1
      """;

  private final Passwords passwords;
  private final Clock clock;

  public UserRegistration(Passwords passwords, Clock clock) {
    this.passwords = passwords;
    this.clock = clock;
  }

  /**
   * Makes an admin user and answers its id. An e-mail that has a user already is {@code
   * InvalidData}.
   *
   * @param pool of the customer schema
   */
  public Future<String> create(
      Pool pool,
      String email,
      String password,
      @Nullable String firstName,
      @Nullable String lastName) {
    String normal = Emails.normalized(email);
    if (!EMAIL.matcher(normal).matches()) {
      return Future.failedFuture(new Problem.InvalidData("email must be an email").toException());
    }
    if (password.isEmpty()) {
      return Future.failedFuture(
          new Problem.InvalidData("password should not be empty").toException());
    }
    String id = IDS.next();
    return passwords
        .hash(password)
        .compose(hash ->
            pool.preparedQuery(INSERT)
                .execute(
                    Tuple.of(
                        id,
                        normal,
                        firstName,
                        lastName,
                        hash,
                        Timestamps.utc(Timestamps.now(clock)))))
        .map(id)
        .recover(failure ->
            SqlErrors.violatedUnique(failure).isPresent()
                ? Future.failedFuture(alreadyThere())
                : Future.failedFuture(failure));
  }

  public Future<String> create(Pool pool, String email, String password) {
    return create(pool, email, password, null, null);
  }

  /** Makes a user where there has never been one, and answers whether it did. */
  public Future<Boolean> createFirst(Pool pool, String email, String password) {
    return pool.query(EXISTS)
        .execute()
        .compose(rows ->
            rows.size() > 0
                ? Future.succeededFuture(false)
                : create(pool, email, password)
                    .map(true)
                    .recover(failure ->
                        // Another node was faster between the question and the insert.
                        failure instanceof ProblemException expected
                                && expected.problem().equals(duplicate())
                            ? Future.succeededFuture(false)
                            : Future.failedFuture(failure)));
  }

  private static Problem duplicate() {
    return new Problem.InvalidData("A user with the same email already exists.");
  }

  private static ProblemException alreadyThere() {
    return duplicate().toException();
  }
}
