package dev.tradewind.customer.auth.session;

import dev.tradewind.kernel.text.Sha256;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;

/** Session cookie. Its value is opaque and random; only its hash is stored. */
public record SessionCookie(String value) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int VALUE_BYTES = 32;
  private static final DateTimeFormatter EXPIRES =
      DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  static SessionCookie random() {
    byte[] value = new byte[VALUE_BYTES];
    RANDOM.nextBytes(value);
    return new SessionCookie(Base64.getUrlEncoder().withoutPadding().encodeToString(value));
  }

  /** Hash under which the session is stored, and by which the gateway authenticates. */
  public String hash() {
    return Sha256.of(value);
  }

  /** Value of the {@code set-cookie} header. */
  String header(Instant expires, SessionSettings settings) {
    return "%s=%s; Path=/; Expires=%s; HttpOnly%s"
        .formatted(
            settings.cookieName().text(),
            value,
            EXPIRES.format(expires),
            settings.isSecure() ? "; Secure; SameSite=None" : "");
  }

  /** Redacted: the value is a credential. */
  @Override
  public String toString() {
    return "SessionCookie";
  }
}
