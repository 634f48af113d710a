package dev.tradewind.gateway.forward;

import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Issuer of the tokens that tell a service who calls: JSON web tokens for this service alone, valid
 * for a minute.
 */
final class CallerTokens {

  private static final Duration LIFETIME = Duration.ofMinutes(1);
  private static final String ALGORITHM = "ES256";
  private static final String V1_ALGORITHM = "HS256";
  private static final String ANONYMOUS = "anonymous";

  private final JWTAuth signer;
  private final Map<String, JWTAuth> v1Signers = new HashMap<>();
  private final String issuer;
  private final Clock clock;

  /**
   * @param issuer URL of the shop
   */
  CallerTokens(
      Vertx vertx, CallerKeys keys, String issuer, List<ForwardedRoute> routes, Clock clock) {
    CallerKeys.Key key = keys.signing();
    this.signer = signer(vertx, ALGORITHM, key.id(), key.pem());
    for (ForwardedRoute route : routes) {
      String secret = route.service().v1Secret();
      if (secret != null) {
        v1Signers.computeIfAbsent(
            route.service().name(), name -> signer(vertx, V1_ALGORITHM, null, secret));
      }
    }
    this.issuer = issuer;
    this.clock = clock;
  }

  private static JWTAuth signer(Vertx vertx, String algorithm, @Nullable String id, String key) {
    PubSecKeyOptions options = new PubSecKeyOptions().setAlgorithm(algorithm).setBuffer(key);
    return JWTAuth.create(
        vertx, new JWTAuthOptions().addPubSecKey(id == null ? options : options.setId(id)));
  }

  /**
   * Token of a caller in compact form.
   *
   * @param permissions patterns of a user; empty for others
   * @param channels sales channels of the publishable key of the request
   */
  String issue(
      ForwardedService service, Caller caller, List<String> permissions, List<String> channels) {
    Principal principal = caller.principal();
    JsonObject claims =
        new JsonObject()
            .put("aud", service.name())
            .put("jti", Ids.ulid())
            .put("kind", kind(principal))
            .put("sub", principal.id() == null ? ANONYMOUS : principal.id())
            .put("sales_channel_ids", new JsonArray(channels));
    if (principal.isCustomer()) {
      claims.put("customer_id", principal.id());
    }
    if (principal.isUser()) {
      claims
          .put("user_id", principal.id())
          .put("role", caller.role())
          .put("permissions", new JsonArray(permissions));
    }
    return signer.generateToken(
        timed(claims.put("iss", issuer)), new JWTOptions().setAlgorithm(ALGORITHM));
  }

  private static String kind(Principal principal) {
    if (principal.isUser()) {
      return principal.credential() == Principal.Credential.API_TOKEN ? "api_token" : "user";
    }
    return principal.isCustomer() ? "customer" : ANONYMOUS;
  }

  /**
   * Token in the form of Medusa v1; null for a service that has no secret, and for an anonymous
   * caller.
   */
  @Nullable String issueV1(ForwardedService service, Caller caller) {
    JWTAuth v1 = v1Signers.get(service.name());
    Principal principal = caller.principal();
    if (v1 == null || principal.id() == null) {
      return null;
    }
    JsonObject claims =
        principal.isUser()
            ? new JsonObject().put("user_id", principal.id()).put("domain", "admin")
            : new JsonObject().put("customer_id", principal.id()).put("domain", "store");
    return v1.generateToken(timed(claims), new JWTOptions().setAlgorithm(V1_ALGORITHM));
  }

  private JsonObject timed(JsonObject claims) {
    long now = clock.instant().getEpochSecond();
    return claims.put("iat", now).put("exp", now + LIFETIME.toSeconds());
  }
}
