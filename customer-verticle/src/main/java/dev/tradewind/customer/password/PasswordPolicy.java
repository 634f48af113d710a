package dev.tradewind.customer.password;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;

/**
 * Password policy of an API surface. It asks for length, and not for kinds of characters, which
 * make passwords predictable.
 *
 * @param minimumLength in characters
 * @param refusesCommon whether common passwords are refused
 */
public record PasswordPolicy(int minimumLength, boolean refusesCommon) {

  /** Any password, as in the reference. */
  public static final PasswordPolicy NONE = new PasswordPolicy(1, false);

  public PasswordPolicy {
    // Reads the list of common passwords now, because event loops use the policy.
    if (minimumLength < 1 || (refusesCommon && CommonPasswords.size() == 0)) {
      throw new IllegalArgumentException("A password has at least one character.");
    }
  }

  /**
   * Checks a new password.
   *
   * @throws ProblemException {@code InvalidData} if the policy refuses it
   */
  public void require(String password) {
    if (password.codePointCount(0, password.length()) < minimumLength) {
      throw new Problem.InvalidData(
              "password must be longer than or equal to " + minimumLength + " characters")
          .toException();
    }
    if (refusesCommon && CommonPasswords.contains(password)) {
      throw new Problem.InvalidData("password is one of the most common passwords").toException();
    }
  }
}
