package dev.tradewind.customer.mail;

import java.text.Normalizer;
import java.util.Locale;

/** The one form in which e-mails are stored and compared. */
public final class EmailAddress {

  private EmailAddress() {}

  public static String normalized(String email) {
    return Normalizer.normalize(email.strip().toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }
}
