package dev.tradewind.customer.auth;

import java.time.Duration;

/**
 * Lifetime and cookie attributes of sessions.
 *
 * @param life since the login; it is not renewed
 * @param isSecure whether the cookie is sent only over TLS, and across sites
 * @param idle time without a request after which a session ends; zero: none
 */
public record SessionSettings(Duration life, boolean isSecure, Duration idle) {

  public static final SessionSettings STANDARD =
      new SessionSettings(Duration.ofHours(10), false, Duration.ZERO);

  public SessionSettings secure(boolean secure) {
    return new SessionSettings(life, secure, idle);
  }

  public SessionSettings endingAfterIdle(Duration time) {
    return new SessionSettings(life, isSecure, time);
  }
}
