package dev.tradewind.spi.notification;

import java.net.IDN;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * E-mail address as mail servers take it, without SMTPUTF8: a local part of ASCII characters, and a
 * domain whose other letters are encoded (RFC 5891).
 */
public final class MailAddress {

  private static final Pattern POSSIBLE =
      Pattern.compile(
          "([\\w.!#$%&'*+/=?^`{|}~-]{1,64})@((?:[^\\s@.]{1,63}\\.){1,8}\\p{L}[\\p{L}\\p{M}\\d-]{1,62})");

  /** Letters that IDNA 2003 and IDNA 2008 encode as different domains. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[\u00df\u03c2\u200c\u200d]");

  private static final int MAX_DOMAIN = 253;

  private MailAddress() {}

  /** The address with its domain in ASCII letters; empty if no mail can be sent to it. */
  public static Optional<String> ascii(String address) {
    var parts = POSSIBLE.matcher(address);
    if (!parts.matches() || AMBIGUOUS.matcher(parts.group(2)).find()) {
      return Optional.empty();
    }
    try {
      String domain = IDN.toASCII(parts.group(2), IDN.USE_STD3_ASCII_RULES);
      if (domain.length() > MAX_DOMAIN) {
        return Optional.empty();
      }
      return Optional.of(parts.group(1) + "@" + domain);
    } catch (IllegalArgumentException invalid) {
      return Optional.empty();
    }
  }
}
