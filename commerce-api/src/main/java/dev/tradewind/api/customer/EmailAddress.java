package dev.tradewind.api.customer;

import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/** Normalization and validation of e-mail addresses. */
public final class EmailAddress {

  private static final Pattern VALID = Pattern.compile("[^\\s@]+@[^\\s@]+\\.[^\\s@.]+");

  private EmailAddress() {}

  public static String normalized(String email) {
    return Normalizer.normalize(email.strip().toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }

  /**
   * Whether this is a possible address.
   *
   * @param email normalized
   */
  public static boolean isValid(String email) {
    return VALID.matcher(email).matches();
  }
}
