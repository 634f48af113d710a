package dev.tradewind.customer.user;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the users who run the shop; the first one cannot come in over HTTP. */
public final class UserRegistration {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Passwords passwords;
  private final UserStore store;
  private final Clock clock;

  public UserRegistration(Passwords passwords, Clock clock) {
    this.passwords = passwords;
    this.store = new UserStore(clock);
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
    String normal = EmailAddress.normalized(email);
    if (!EmailAddress.isValid(normal)) {
      return Future.failedFuture(new Problem.InvalidData("email must be an email").toException());
    }
    if (password.isEmpty()) {
      return Future.failedFuture(
          new Problem.InvalidData("password should not be empty").toException());
    }
    JsonObject user =
        new JsonObject()
            .put("email", normal)
            .put("first_name", firstName)
            .put("last_name", lastName)
            .put("role", "admin");
    return passwords
        .hash(password)
        .compose(hash -> store.insert(pool, CallContext.system(clock, TIMEOUT), user, hash))
        .map(created -> created.getString("id"));
  }

  public Future<String> create(Pool pool, String email, String password) {
    return create(pool, email, password, null, null);
  }

  /** Makes a user where there has never been one, and answers whether it did. */
  public Future<Boolean> createFirst(Pool pool, String email, String password) {
    return store
        .hasAny(pool)
        .compose(isThere ->
            isThere
                ? Future.succeededFuture(false)
                : create(pool, email, password)
                    .map(true)
                    .recover(failure ->
                        // Another node was faster between the question and the insert.
                        failure instanceof ProblemException expected
                                && expected.problem().equals(UserResources.emailTaken())
                            ? Future.succeededFuture(false)
                            : Future.failedFuture(failure)));
  }
}
