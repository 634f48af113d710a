package dev.tradewind.customer.password;

/**
 * Rules about passwords of accounts.
 *
 * @param staff policy of users
 * @param customers policy of customers
 * @param ofPassword confirmation that a customer's new password needs
 */
public record PasswordRules(
    PasswordPolicy staff, PasswordPolicy customers, Confirmation ofPassword) {

  /** Rules of the reference, which stock clients expect. */
  public static final PasswordRules NONE =
      new PasswordRules(PasswordPolicy.NONE, PasswordPolicy.NONE, Confirmation.NONE);

  /**
   * Confirmation that other sensitive changes need, such as a new e-mail address, an API token, a
   * second factor and the end of other logins.
   */
  public Confirmation ofOthers() {
    if (ofPassword == Confirmation.NONE) {
      return Confirmation.NONE;
    }
    return Confirmation.PASSWORD_OR_FRESH_LOGIN;
  }
}
