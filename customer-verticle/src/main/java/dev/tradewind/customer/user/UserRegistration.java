package dev.tradewind.customer.user;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.customer.password.PasswordPolicy;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Creation of users by the operator; the first one cannot be created over HTTP. */
public final class UserRegistration {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final Passwords passwords;
  private final PasswordPolicy policy;
  private final UserStore store;
  private final Clock clock;

  public UserRegistration(Passwords passwords, PasswordPolicy policy, Clock clock) {
    this.passwords = passwords;
    this.policy = policy;
    this.store = new UserStore(clock);
    this.clock = clock;
  }

  /**
   * Creates an admin user and returns its id. Fails with {@code InvalidData} if the e-mail address
   * belongs to a user.
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
      return Future.failedFuture(Problem.invalidData("email must be an email"));
    }
    if (password.isEmpty()) {
      return Future.failedFuture(Problem.invalidData("password should not be empty"));
    }
    try {
      policy.require(password);
    } catch (Problem refused) {
      return Future.failedFuture(refused);
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

  /** Whether there has ever been a user. */
  public Future<Boolean> hasAny(Pool pool) {
    return store.hasAny(pool);
  }

  /** Creates a user if there has never been one; false otherwise. */
  public Future<Boolean> createFirst(Pool pool, String email, String password) {
    return store
        .hasAny(pool)
        .compose(isThere ->
            isThere
                ? Future.succeededFuture(false)
                : create(pool, email, password)
                    .map(true)
                    .recover(failure ->
                        // Another node created the user between the check and the insert.
                        failure instanceof Problem expected
                                && expected.equals(UserResources.emailTaken())
                            ? Future.succeededFuture(false)
                            : Future.failedFuture(failure)));
  }
}
