package dev.tradewind.customer.auth.reset;

import dev.tradewind.api.customer.EmailAddress;
import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.api.event.Topics;
import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.customer.auth.account.AccountNotification;
import dev.tradewind.customer.auth.login.LoginRateLimiter;
import dev.tradewind.customer.schema.CustomerResources;
import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.ratelimit.AttemptRateLimiter;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Password reset by e-mail. The token is sent only to the owner of the address, is valid for 15
 * minutes and, being bound to the version of the credentials, can be used once. A request for an
 * unknown address has the same reply after the same time.
 */
public final class PasswordReset {

  private static final Duration LIFE = Duration.ofMinutes(15);
  private static final long ANSWERED_AFTER_MILLIS = 100;

  private final Vertx vertx;
  private final Pool pool;
  private final OperationClient bus;
  private final ResourceReader reader;
  private final ResetStore store = new ResetStore();
  private final ChangePassword change;
  private final JwtService tokens;
  private final LoginRateLimiter throttle;
  private final Clock clock;

  public PasswordReset(
      Vertx vertx,
      Pool pool,
      OperationClient bus,
      ChangePassword change,
      JwtService tokens,
      LoginRateLimiter throttle,
      Clock clock) {
    this.vertx = vertx;
    this.pool = pool;
    this.bus = bus;
    this.reader = new ResourceReader(pool);
    this.change = change;
    this.tokens = tokens;
    this.throttle = throttle;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminPasswordTokenUser", request -> requestReset(request, Token.Surface.ADMIN))
        .on("adminResetPasswordUser", request -> reset(request, Token.Surface.ADMIN))
        .on("storePasswordTokenCustomer", request -> requestReset(request, Token.Surface.STORE))
        .on("storePasswordResetCustomer", request -> reset(request, Token.Surface.STORE));
  }

  private Future<Reply> requestReset(Request request, Token.Surface surface) {
    String email = EmailAddress.normalized(request.body().getString("email"));
    Future<Void> told =
        throttle
            .resetRequest(surface.name(), email, request)
            .count()
            .compose(counted -> throttle.allowsResetEmail(surface.name(), email))
            .compose(isAllowed ->
                isAllowed ? notify(request, surface, email) : Future.succeededFuture());
    // The response time must not reveal whether the account exists.
    return Future.all(told, vertx.timer(ANSWERED_AFTER_MILLIS).mapEmpty()).map(Reply.noContent());
  }

  private Future<Void> notify(Request request, Token.Surface surface, String email) {
    return store
        .find(pool, surface, email)
        .compose(found -> appendEvents(request, email, found.orElse(unknownSubject(surface))));
  }

  private static ResetStore.Subject unknownSubject(Token.Surface surface) {
    return new ResetStore.Subject(new Account(surface, "absent", 0), null, null);
  }

  private Future<Void> appendEvents(Request request, String email, ResetStore.Subject subject) {
    Account account = subject.account();
    Instant now = Timestamps.now(clock);
    String token =
        tokens.sign(
            purpose(account.surface()),
            new JsonObject()
                .put("id", account.id())
                .put("email", email)
                .put("version", account.credentialVersion()),
            LIFE);
    return store.appendEvents(
        pool,
        account,
        switch (account.surface()) {
          case ADMIN -> toUser(request, now, account.id(), email, token);
          case STORE -> toCustomer(request, now, subject, email, token);
        });
  }

  private static List<Event> toUser(
      Request request, Instant now, String id, String email, String token) {
    JsonObject data = new JsonObject().put("id", id).put("email", email);
    String type = "user.password_reset";
    RequestedNotification notification =
        RequestedNotification.toStaff(type, "user", id, email, withToken(data, token));
    return List.of(
        event(request, now, Topics.ACCESS, type, data),
        notification.requested(request.context(), now));
  }

  private static List<Event> toCustomer(
      Request request, Instant now, ResetStore.Subject subject, String email, String token) {
    String id = subject.account().id();
    JsonObject data =
        new JsonObject()
            .put("id", id)
            .put("email", email)
            .put("first_name", subject.firstName())
            .put("last_name", subject.lastName());
    String type = "customer.password_reset";
    RequestedNotification notification =
        new RequestedNotification(
            id, type, "customer", id, email, inLanguage(request, withToken(data, token)));
    return List.of(
        event(request, now, Topics.CUSTOMER, type, data),
        notification.requested(request.context(), now));
  }

  /** Data with the language of the page, if the reset is requested on one. */
  private static JsonObject inLanguage(Request request, JsonObject data) {
    String language = request.header(Request.PAGE_LANGUAGE);
    return language == null ? data : data.put("language", language);
  }

  private static JsonObject withToken(JsonObject data, String token) {
    return data.copy().put("token", token);
  }

  private static Event event(
      Request request, Instant now, String topic, String type, JsonObject data) {
    return Event.of(request.context(), now, topic, type, data.getString("id"), 0, data);
  }

  private Future<Reply> reset(Request request, Token.Surface surface) {
    return tokens
        .verify(request.body().getString("token"), purpose(surface))
        .compose(claims -> {
          String email = email(request, claims, surface);
          AttemptRateLimiter.Attempt attempt =
              claims
                  .map(genuine ->
                      throttle.reset(
                          surface.name(),
                          genuine.getString("id"),
                          genuine.getString("email"),
                          request))
                  .orElseGet(() -> throttle.forgedReset(surface.name(), request));
          return attempt.settle(
              attempt
                  .count()
                  .compose(counted -> store.find(pool, surface, email))
                  .map(found -> account(found, claims, surface))
                  .compose(account -> setPassword(request, account, email)));
        });
  }

  /** Staff may omit the e-mail address, because the token contains it. */
  private static String email(Request request, Optional<JsonObject> claims, Token.Surface surface) {
    String value = request.body().getString("email");
    if (value != null) {
      return EmailAddress.normalized(value);
    }
    return claims
        .map(genuine -> genuine.getString("email"))
        .orElseThrow(() -> unknownEmail(surface));
  }

  private static Account account(
      Optional<ResetStore.Subject> found, Optional<JsonObject> claims, Token.Surface surface) {
    Account account =
        found.map(ResetStore.Subject::account).orElseThrow(() -> unknownEmail(surface));
    return claims
        .filter(genuine -> account.id().equals(genuine.getString("id")))
        .filter(genuine -> genuine.getInteger("version") == account.credentialVersion())
        .map(genuine -> account)
        .orElseThrow(() -> badToken(surface));
  }

  private Future<Reply> setPassword(Request request, Account account, String email) {
    JsonObject data = new JsonObject().put("id", account.id());
    Instant now = Timestamps.now(clock);
    Event updated =
        switch (account.surface()) {
          case ADMIN -> event(request, now, Topics.ACCESS, "user.updated", data);
          case STORE -> event(request, now, Topics.CUSTOMER, "customer.updated", data);
        };
    Event told =
        AccountNotification.passwordChanged(
            request.context(), now, account.surface(), account.id(), email);
    return change
        .hash(request, account.surface(), account.surface(), request.body().getString("password"))
        .compose(hash ->
            Transactions.retrying(
                () -> change.storeOnce(pool, request, account, hash, List.of(updated, told))))
        .compose(isStored -> {
          if (isStored) {
            return reader
                .withRemote(bus, request.context())
                .find(shown(account.surface()), account.id());
          }
          return Future.<Optional<JsonObject>>succeededFuture(Optional.empty());
        })
        .map(found -> found.orElseThrow(() -> badToken(account.surface())))
        .map(owner ->
            Reply.ok(
                switch (account.surface()) {
                  case ADMIN -> "user";
                  case STORE -> "customer";
                },
                owner));
  }

  private static Selection shown(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> Selection.of(UserResources.USER);
      case STORE -> Selection.of(CustomerResources.CUSTOMER).with("billing_address.country");
    };
  }

  private static String purpose(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> "password-reset-of-user";
      case STORE -> "password-reset-of-customer";
    };
  }

  private static Problem unknownEmail(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> Problem.invalidData("invalid token");
      case STORE -> badToken(surface);
    };
  }

  private static Problem badToken(Token.Surface surface) {
    return switch (surface) {
      case ADMIN -> Problem.unauthorized();
      case STORE -> Problem.unauthorized("Invalid or expired password reset token");
    };
  }
}
