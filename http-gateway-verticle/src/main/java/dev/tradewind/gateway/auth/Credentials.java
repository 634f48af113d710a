package dev.tradewind.gateway.auth;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.MultiMap;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Credentials of a request.
 *
 * @param bearer the value of the {@code Authorization} header
 * @param accessToken the value of the API token header of users
 */
public record Credentials(
    @Nullable String session, @Nullable String bearer, @Nullable String accessToken) {

  private static final String ACCESS_TOKEN = "x-medusa-access-token";
  private static final String BEARER = "Bearer ";

  static Credentials of(HttpServerRequest request, ApiSurface surface, SessionCookieName cookie) {
    return new Credentials(
        session(request, cookie),
        bearer(request.getHeader(HttpHeaders.AUTHORIZATION)),
        surface == ApiSurface.ADMIN ? present(request.getHeader(ACCESS_TOKEN)) : null);
  }

  static Credentials bearerOf(HttpServerRequest request) {
    return new Credentials(null, bearer(request.getHeader(HttpHeaders.AUTHORIZATION)), null);
  }

  /** Whether a request has a credential, valid or not. */
  public static boolean arePresent(
      HttpServerRequest request, ApiSurface surface, SessionCookieName cookie) {
    return !of(request, surface, cookie).areNone();
  }

  /**
   * Copy of the headers of a request without those that may have a credential of the shop.
   *
   * @param keepsAuthorization whether the {@code Authorization} header is none of them
   */
  public static MultiMap without(MultiMap headers, boolean keepsAuthorization) {
    MultiMap copy = MultiMap.caseInsensitiveMultiMap().addAll(headers);
    copy.remove(HttpHeaders.COOKIE).remove(ACCESS_TOKEN);
    return keepsAuthorization ? copy : copy.remove(HttpHeaders.AUTHORIZATION);
  }

  /**
   * Removes what may be a credential of the shop from the headers of a request. An {@code
   * Authorization} of another scheme than Bearer is none.
   */
  public static void removeFrom(MultiMap headers) {
    headers.remove(HttpHeaders.COOKIE).remove(ACCESS_TOKEN);
    boolean hasBearer =
        headers.getAll(HttpHeaders.AUTHORIZATION).stream().anyMatch(one -> bearer(one) != null);
    if (hasBearer) {
      headers.remove(HttpHeaders.AUTHORIZATION);
    }
  }

  /** The value of the session cookie. */
  public static @Nullable String session(HttpServerRequest request, SessionCookieName name) {
    if (!request.headers().contains(HttpHeaders.COOKIE)) {
      return null;
    }
    Cookie cookie = request.getCookie(name.text());
    return cookie == null ? null : present(cookie.getValue());
  }

  private static @Nullable String bearer(@Nullable String authorization) {
    if (authorization != null && authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return present(authorization.substring(BEARER.length()).strip());
    }
    return null;
  }

  private static @Nullable String present(@Nullable String value) {
    return value == null || value.isBlank() ? null : value;
  }

  boolean areNone() {
    return session == null && bearer == null && accessToken == null;
  }

  /** Whether the bearer has the form of a signed token; an API token has no dots. */
  boolean hasSignedForm() {
    return bearer != null && bearer.chars().filter(one -> one == '.').count() == 2;
  }

  /**
   * Hashes of possible API tokens of a user; a bearer that is a genuine signed token is none.
   * Tokens are compared by their hashes only, so that timing reveals nothing about them.
   */
  Set<String> apiTokenHashes(boolean isBearerSigned) {
    Set<String> hashes = new LinkedHashSet<>();
    if (bearer != null && !isBearerSigned) {
      hashes.add(Sha256.of(bearer));
    }
    if (accessToken != null) {
      hashes.add(Sha256.of(accessToken));
    }
    return hashes;
  }

  /**
   * The hash of the session id, as stored: read access to the table does not grant access to
   * sessions.
   */
  @Nullable String sessionHash() {
    return session == null ? null : Sha256.of(session);
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return "Credentials";
  }
}
