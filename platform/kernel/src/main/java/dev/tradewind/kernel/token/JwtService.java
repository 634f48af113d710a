package dev.tradewind.kernel.token;

import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.JWTOptions;
import io.vertx.ext.auth.PubSecKeyOptions;
import io.vertx.ext.auth.authentication.TokenCredentials;
import io.vertx.ext.auth.jwt.JWTAuth;
import io.vertx.ext.auth.jwt.JWTAuthOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Issuer and verifier of JSON web tokens, HS256 with key ids. It checks signature, expiry, issuer
 * and audience; the database decides whether the bearer still exists and has not logged out.
 */
public final class JwtService {

  private static final String ALGORITHM = "HS256";
  private static final String PURPOSE = "purpose";
  private static final String ISSUER = "tradewind";

  /** The decoder ignores padding, so a token would have several spellings. */
  private static final Pattern COMPACT = Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]+");

  /** Signer and verifier with the keys of that list. */
  private record Auth(List<SigningKeys.Key> keys, JWTAuth signer, JWTAuth verifier) {

    static Auth of(Vertx vertx, List<SigningKeys.Key> keys) {
      // Given several keys the library signs with any of them; so the signer has one.
      return new Auth(keys, auth(vertx, List.of(keys.getFirst())), auth(vertx, keys));
    }
  }

  private final Vertx vertx;
  private final SigningKeys keys;
  private final Clock clock;
  private volatile Auth latest;

  public JwtService(Vertx vertx, SigningKeys keys, Clock clock) {
    this.vertx = vertx;
    this.keys = keys;
    this.clock = clock;
    this.latest = Auth.of(vertx, keys.keys());
  }

  private Auth auth() {
    Auth known = latest;
    List<SigningKeys.Key> current = keys.keys();
    if (known.keys() != current) {
      known = Auth.of(vertx, current);
      latest = known;
    }
    return known;
  }

  private static JWTAuth auth(Vertx vertx, List<SigningKeys.Key> keys) {
    JWTAuthOptions options = new JWTAuthOptions();
    for (SigningKeys.Key key : keys) {
      options.addPubSecKey(
          new PubSecKeyOptions().setAlgorithm(ALGORITHM).setId(key.id()).setBuffer(key.secret()));
    }
    return JWTAuth.create(vertx, options);
  }

  /** Issues a token in compact form with that lifetime. */
  public String issue(Token token, Duration lifetime) {
    long now = clock.instant().getEpochSecond();
    return auth()
        .signer()
        .generateToken(
            new JsonObject()
                .put(token.surface().idClaim(), token.id())
                .put("domain", token.surface().domain())
                .put("version", token.version())
                .put("jti", token.tokenId())
                .put("iss", ISSUER)
                .put("aud", token.surface().domain())
                .put("iat", now)
                .put("exp", now + lifetime.toSeconds()),
            new JWTOptions().setAlgorithm(ALGORITHM));
  }

  /**
   * The claims of a token, if it is genuine, of this surface and not expired. Any other token,
   * malformed ones included, is empty and never a failure.
   */
  public Future<Optional<Token>> verify(String compact, Token.Surface surface) {
    return claims(compact)
        .map(found -> found.flatMap(claims -> read(claims, surface)))
        .otherwise(Optional.empty());
  }

  /**
   * Signs claims that do not identify a bearer: valid for one purpose, and as a credential on no
   * surface.
   */
  public String sign(String purpose, JsonObject claims) {
    return auth()
        .signer()
        .generateToken(
            claims.copy().put(PURPOSE, purpose).put("jti", Ids.ulid()),
            new JWTOptions().setAlgorithm(ALGORITHM));
  }

  /** Signs claims with a lifetime. */
  public String sign(String purpose, JsonObject claims, Duration lifetime) {
    return sign(purpose, claims.copy().put("exp", clock.instant().plus(lifetime).getEpochSecond()));
  }

  /** The claims of a signed text, if it is genuine, of this purpose and not expired; else empty. */
  public Future<Optional<JsonObject>> verify(String compact, String purpose) {
    return claims(compact)
        .map(found ->
            found
                .filter(claims -> purpose.equals(claims.getValue(PURPOSE)))
                .filter(claims -> !isOver(claims.getLong("exp"))))
        .otherwise(Optional.empty());
  }

  /** The claims of a genuine token that has not expired; else empty. */
  private Future<Optional<JsonObject>> claims(String compact) {
    if (!COMPACT.matcher(compact).matches()) {
      return Future.succeededFuture(Optional.empty());
    }
    return auth()
        .verifier()
        .authenticate(new TokenCredentials(compact))
        .map(user -> Optional.of(user.attributes().getJsonObject("accessToken")))
        .otherwise(Optional.empty());
  }

  private boolean isOver(@Nullable Long end) {
    return end != null && clock.instant().getEpochSecond() >= end;
  }

  private static Optional<Token> read(JsonObject claims, Token.Surface surface) {
    if (surface.domain().equals(claims.getValue("domain"))
        && surface.domain().equals(claims.getValue("aud"))
        && ISSUER.equals(claims.getValue("iss"))
        && claims.getValue("jti") instanceof String tokenId
        && claims.getValue(surface.idClaim()) instanceof String id
        && claims.getValue("version") instanceof Integer version
        && claims.getValue("exp") instanceof Number) {
      return Optional.of(new Token(surface, id, version, tokenId));
    }
    return Optional.empty();
  }
}
