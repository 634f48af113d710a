package dev.tradewind.customer.user;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.user.ApiTokenStore.Holder;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** API tokens of users, created by an operator in the database, which keeps their hashes only. */
public final class ApiTokens {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final ApiTokenStore store = new ApiTokenStore();
  private final Pool pool;
  private final Clock clock;

  /**
   * @param pool of the customer schema
   */
  public ApiTokens(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /**
   * New API token of the user with that e-mail address; it can be shown only now. Fails with {@code
   * NotFound} for an unknown user, and with {@code NotAllowed} if the user has a token that is not
   * to be replaced.
   *
   * @param renew whether an existing token is replaced
   */
  public Future<String> of(String email, boolean renew) {
    String normal = EmailAddress.normalized(email);
    return store
        .find(pool, normal)
        .compose(found ->
            found
                .map(user -> of(user, normal, renew))
                .orElseGet(() ->
                    Future.failedFuture(
                        Problem.notFound("There is no user with the e-mail " + normal))));
  }

  private Future<String> of(Holder user, String email, boolean renew) {
    if (user.hash() != null && !renew) {
      return Future.failedFuture(
          Problem.notAllowed(
              "The user " + email + " has an API token, which cannot be shown again; renew it"));
    }
    String id = user.id();
    String made = random();
    Instant now = Timestamps.now(clock);
    CallContext context = CallContext.system(clock, TIMEOUT);
    Event updated =
        Event.of(
            context, now, Topics.ACCESS, "user.updated", id, 0, new JsonObject().put("id", id));
    Event entry = AuditAction.API_TOKEN_CREATION.on(id).event(context, now);
    return store
        .replace(pool, user, made, now, List.of(updated, entry))
        .compose(isReplaced ->
            isReplaced ? Future.succeededFuture(made) : Future.failedFuture(Problem.conflict()));
  }

  private static String random() {
    byte[] token = new byte[BYTES];
    RANDOM.nextBytes(token);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
  }
}
