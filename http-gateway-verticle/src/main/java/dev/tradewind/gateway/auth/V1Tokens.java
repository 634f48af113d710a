package dev.tradewind.gateway.auth;

import dev.tradewind.gateway.contract.ApiSurface;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Verifier of the JSON web tokens of the Medusa v1 shop that this one was moved from, so that
 * clients with one stay signed in. They expire, but have no id by which they could be ended alone.
 */
final class V1Tokens {

  private final @Nullable JWTAuth verifier;

  /**
   * @param secret with which the v1 server signs tokens; null if none are taken
   */
  V1Tokens(Vertx vertx, @Nullable String secret) {
    this.verifier =
        secret == null
            ? null
            : JWTAuth.create(
                vertx,
                new JWTAuthOptions()
                    .addPubSecKey(new PubSecKeyOptions().setAlgorithm("HS256").setBuffer(secret)));
  }

  /**
   * Id of the user or customer of a token that is genuine, of this surface and not expired; else
   * empty.
   */
  Future<Optional<String>> verify(String compact, ApiSurface surface) {
    if (verifier == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return verifier
        .authenticate(new TokenCredentials(compact))
        .map(user -> bearer(user.attributes().getJsonObject("accessToken"), surface))
        .otherwise(Optional.empty());
  }

  /** A v1 server names no issuer; a token of this service, which does, is none of its. */
  private static Optional<String> bearer(JsonObject claims, ApiSurface surface) {
    boolean isAdmin = surface == ApiSurface.ADMIN;
    if (claims.getValue("exp") instanceof Number
        && !claims.containsKey("iss")
        && (isAdmin ? "admin" : "store").equals(claims.getValue("domain"))
        && claims.getValue(isAdmin ? "user_id" : "customer_id") instanceof String id) {
      return Optional.of(id);
    }
    return Optional.empty();
  }
}
