package dev.tradewind.customer.password;

/**
 * Rules about passwords of accounts.
 *
 * @param staff policy of users
 * @param customers policy of customers
 * @param requiresConfirmation whether a customer confirms a change of password or e-mail address
 *     with the present password or a fresh login
 */
public record PasswordRules(
    PasswordPolicy staff, PasswordPolicy customers, boolean requiresConfirmation) {

  /** Rules of the reference, which stock clients expect. */
  public static final PasswordRules NONE =
      new PasswordRules(PasswordPolicy.NONE, PasswordPolicy.NONE, false);
}
