package dev.tradewind.gateway.auth;

import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authentication of requests: one request to the customer verticle, and none if the credentials
 * cannot be valid. While that verticle does not answer, the one that owns the operation verifies
 * them, so that logins are not needed where work goes on. The result is never cached.
 */
public final class Authenticator {

  private final JwtService tokens;
  private final V1Tokens v1Tokens;
  private final CustomerClient customers;
  private final SessionCookieName cookie;
  private final Clock clock;

  /**
   * @param v1Secret with which the Medusa v1 shop signed tokens that go on here; null if there is
   *     none
   */
  public Authenticator(
      Vertx vertx,
      JwtService tokens,
      @Nullable String v1Secret,
      CustomerClient customers,
      SessionCookieName cookie,
      Clock clock) {
    this.tokens = tokens;
    this.v1Tokens = new V1Tokens(vertx, v1Secret);
    this.customers = customers;
    this.cookie = cookie;
    this.clock = clock;
  }

  /**
   * The authenticated caller of a request that is no operation, as {@link
   * #caller(HttpServerRequest, ApiSurface, CallContext, String)} finds it.
   */
  public Future<Caller> caller(HttpServerRequest request, ApiSurface surface, CallContext context) {
    return caller(request, surface, context, OrderClient.ADDRESS);
  }

  /**
   * The authenticated user or, on the store surface, the customer; anonymous without valid
   * credentials.
   *
   * @param owner address of the verticle that owns the operation
   */
  public Future<Caller> caller(
      HttpServerRequest request, ApiSurface surface, CallContext context, String owner) {
    return caller(Credentials.of(request, surface, cookie), surface, context, owner);
  }

  /** The caller by the {@code Authorization} of a request alone. */
  public Future<Caller> bearer(HttpServerRequest request, ApiSurface surface, CallContext context) {
    return caller(Credentials.bearerOf(request), surface, context, OrderClient.ADDRESS);
  }

  private Future<Caller> caller(
      Credentials credentials, ApiSurface surface, CallContext context, String owner) {
    if (credentials.areNone()) {
      return Future.succeededFuture(Caller.ANONYMOUS);
    }
    return token(credentials, surface)
        .compose(token ->
            v1Bearer(credentials, token, surface)
                .compose(bearer ->
                    ask(question(credentials, token, bearer, surface), surface, context, owner))
                .map(caller -> token.map(Token::tokenId).map(caller::withTokenId).orElse(caller)));
  }

  private Future<Optional<String>> v1Bearer(
      Credentials credentials, Optional<Token> token, ApiSurface surface) {
    String bearer = credentials.bearer();
    if (token.isPresent() || bearer == null || !credentials.hasSignedForm()) {
      return Future.succeededFuture(Optional.empty());
    }
    return v1Tokens.verify(bearer, surface);
  }

  private Future<Optional<Token>> token(Credentials credentials, ApiSurface surface) {
    String bearer = credentials.bearer();
    if (bearer == null || !credentials.hasSignedForm()) {
      return Future.succeededFuture(Optional.empty());
    }
    return tokens.verify(
        bearer,
        switch (surface) {
          case STORE -> Token.Surface.STORE;
          case ADMIN -> Token.Surface.ADMIN;
        });
  }

  private static JsonObject question(
      Credentials credentials,
      Optional<Token> token,
      Optional<String> v1Bearer,
      ApiSurface surface) {
    JsonObject question = new JsonObject();
    String session = credentials.sessionHash();
    if (session != null) {
      question.put("session", session);
    }
    String kind = surface == ApiSurface.ADMIN ? "user_token" : "customer_token";
    v1Bearer.ifPresent(id -> question.put(kind, new JsonObject().put("id", id)));
    token.ifPresent(verified ->
        question.put(
            kind,
            new JsonObject()
                .put("id", verified.id())
                .put("version", verified.version())
                .put("token_id", verified.tokenId())));
    Set<String> apiTokens = credentials.apiTokenHashes(token.isPresent() || v1Bearer.isPresent());
    if (surface == ApiSurface.ADMIN && !apiTokens.isEmpty()) {
      question.put("api_token_hashes", new JsonArray(List.copyOf(apiTokens)));
    }
    return question;
  }

  /** The customer verticle gets half of the time, so that another one can respond if it died. */
  private Future<Caller> ask(
      JsonObject question, ApiSurface surface, CallContext context, String owner) {
    if (question.isEmpty()) {
      return Future.succeededFuture(Caller.ANONYMOUS);
    }
    CallContext halfDeadline =
        context.withDeadline(clock.instant().plus(context.remaining(clock).dividedBy(2)));
    return customers
        .authenticate(halfDeadline, question)
        .recover(failure -> {
          if (isWithoutAnswer(failure)) {
            return customers.authenticate(context, question, owner);
          }
          return Future.failedFuture(failure);
        })
        .map(answer -> caller(answer, surface));
  }

  private static boolean isWithoutAnswer(Throwable failure) {
    return Problem.is(failure, Problem.Kind.TIMED_OUT, Problem.Kind.UNAVAILABLE);
  }

  private static Caller caller(JsonObject answer, ApiSurface surface) {
    JsonObject found = answer.getJsonObject(surface == ApiSurface.ADMIN ? "user" : "customer");
    if (found == null) {
      return Caller.ANONYMOUS;
    }
    Principal principal =
        new Principal(
            switch (surface) {
              case STORE -> Principal.Kind.CUSTOMER;
              case ADMIN -> Principal.Kind.USER;
            },
            found.getString("id"),
            Principal.Credential.valueOf(found.getString("how")));
    return new Caller(
        principal,
        found.getString("role"),
        principal.credential() == Principal.Credential.API_TOKEN
            || found.getBoolean("has_second_factor", false),
        permissions(found.getJsonArray("permissions")),
        null);
  }

  private static @Nullable List<String> permissions(@Nullable JsonArray values) {
    return values == null ? null : values.stream().map(String.class::cast).toList();
  }
}
