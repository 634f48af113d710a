package dev.tradewind.customer.auth.session;

import dev.tradewind.api.customer.SessionCookieName;
import java.time.Duration;

/**
 * Lifetime and cookie attributes of sessions.
 *
 * @param life since the login; it is not renewed
 * @param isSecure whether the cookie is sent only over TLS, and across sites
 * @param idle time without a request after which a session ends; zero: none
 * @param cookieName name of the cookie; with a prefix only if it is secure
 */
public record SessionSettings(
    Duration life, boolean isSecure, Duration idle, SessionCookieName cookieName) {

  public static final SessionSettings DEFAULT =
      new SessionSettings(Duration.ofHours(10), false, Duration.ZERO, SessionCookieName.PLAIN);

  public SessionSettings {
    if (cookieName == SessionCookieName.HOST_PREFIXED && !isSecure) {
      throw new IllegalArgumentException("Browsers refuse a cookie with this name without TLS.");
    }
  }

  public SessionSettings secure(boolean secure) {
    return new SessionSettings(life, secure, idle, cookieName);
  }

  public SessionSettings endingAfterIdle(Duration time) {
    return new SessionSettings(life, isSecure, time, cookieName);
  }

  public SessionSettings withCookieName(SessionCookieName name) {
    return new SessionSettings(life, isSecure, idle, name);
  }
}
