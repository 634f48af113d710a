package dev.tradewind.gateway.validation;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats that are stricter here than in the validator. */
final class Formats {

  // Only what can have a mailbox on the internet: a local part, a dot in the host, a letter domain.
  private static final Pattern EMAIL =
      Pattern.compile("[^\\s@]{1,64}@([^\\s@.]{1,63}\\.){1,8}\\p{L}[\\p{L}\\d-]{1,62}");

  private Formats() {}

  static @Nullable String check(String type, @Nullable String format, @Nullable Object instance) {
    return "email".equals(format)
            && instance instanceof String text
            && !EMAIL.matcher(text).matches()
        ? "The text is not an e-mail address"
        : null;
  }
}
