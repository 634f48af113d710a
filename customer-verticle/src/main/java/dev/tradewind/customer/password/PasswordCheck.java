package dev.tradewind.customer.password;

/** What holding a password against a stored hash has shown. */
public sealed interface PasswordCheck {

  record Wrong() implements PasswordCheck {}

  record Right() implements PasswordCheck {}

  /**
   * The password is right, its hash is of another time.
   *
   * @param hash what to store instead
   */
  record Outdated(String hash) implements PasswordCheck {}
}
