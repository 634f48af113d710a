package dev.tradewind.customer.password;

import dev.tradewind.kernel.operation.Problem;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Password policy of an API surface. It asks for length, and not for kinds of characters, which
 * make passwords predictable.
 *
 * @param minimumLength in characters
 * @param refusesCommon whether common passwords are refused
 * @param words words of the context, such as the shop's name, of which no password is made; in
 *     lower case
 */
public record PasswordPolicy(int minimumLength, boolean refusesCommon, Set<String> words) {

  /** Any password, as in the reference. */
  public static final PasswordPolicy NONE = new PasswordPolicy(1, false);

  private static final Pattern NO_LETTERS = Pattern.compile("\\P{L}+");

  /** Letters that a password needs beside a word of the context. */
  private static final int OTHER_LETTERS = 4;

  public PasswordPolicy {
    words = Set.copyOf(words);
    // Reads the list of common passwords now, because event loops use the policy.
    if (minimumLength < 1 || (refusesCommon && CommonPasswords.size() == 0)) {
      throw new IllegalArgumentException("A password has at least one character.");
    }
  }

  public PasswordPolicy(int minimumLength, boolean refusesCommon) {
    this(minimumLength, refusesCommon, Set.of());
  }

  /**
   * Checks a new password.
   *
   * @throws dev.tradewind.kernel.operation.Problem {@code InvalidData} if the policy refuses it
   */
  public void require(String password) {
    if (password.codePointCount(0, password.length()) < minimumLength) {
      throw Problem.invalidData(
          "password must be longer than or equal to " + minimumLength + " characters");
    }
    if (refusesCommon && CommonPasswords.contains(password)) {
      throw Problem.invalidData("password is one of the most common passwords");
    }
    if (isMadeOfWords(password)) {
      throw Problem.invalidData("password is made of a word that is known of this shop");
    }
  }

  /** Digits, signs and upper case do not make a known word hard to guess. */
  private boolean isMadeOfWords(String password) {
    String letters = NO_LETTERS.matcher(password.toLowerCase(Locale.ROOT)).replaceAll("");
    return words.stream()
        .anyMatch(
            word -> letters.contains(word) && letters.replace(word, "").length() < OTHER_LETTERS);
  }
}
