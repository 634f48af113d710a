package dev.tradewind.customer.password;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Common passwords of eight characters or more, from the list that Django packages (BSD license).
 * Guesses start with these.
 */
final class CommonPasswords {

  private static final String FILE = "/passwords/common.txt";
  private static final Set<String> ALL = read();

  private CommonPasswords() {}

  private static Set<String> read() {
    try (InputStream in =
        Objects.requireNonNull(CommonPasswords.class.getResourceAsStream(FILE), FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static int size() {
    return ALL.size();
  }

  /** Whether the list has the password; upper case and blanks around it do not make it rare. */
  static boolean contains(String password) {
    return ALL.contains(password.strip().toLowerCase(Locale.ROOT));
  }
}
