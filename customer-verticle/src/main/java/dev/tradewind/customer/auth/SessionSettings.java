package dev.tradewind.customer.auth;

import java.time.Duration;

/**
 * How long a login lasts, and how its cookie is guarded.
 *
 * @param life from the login on; nothing renews it
 * @param isSecure whether the cookie travels over TLS alone, and across sites
 */
public record SessionSettings(Duration life, boolean isSecure) {

  public static final SessionSettings STANDARD = new SessionSettings(Duration.ofHours(10), false);

  public SessionSettings secure(boolean secure) {
    return new SessionSettings(life, secure);
  }
}
