package dev.tradewind.customer.auth;

import java.time.Duration;

/**
 * Lifetime and cookie attributes of sessions.
 *
 * @param life since the login; it is not renewed
 * @param isSecure whether the cookie is sent only over TLS, and across sites
 */
public record SessionSettings(Duration life, boolean isSecure) {

  public static final SessionSettings STANDARD = new SessionSettings(Duration.ofHours(10), false);

  public SessionSettings secure(boolean secure) {
    return new SessionSettings(life, secure);
  }
}
