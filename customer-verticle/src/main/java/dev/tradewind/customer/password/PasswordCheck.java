package dev.tradewind.customer.password;

/** What holding a password against a stored hash has shown. */
public sealed interface PasswordCheck {

  record Mismatch() implements PasswordCheck {}

  record Match() implements PasswordCheck {}

  /**
   * The password is right, its hash is of another time.
   *
   * @param hash what to store instead
   */
  record NeedsRehash(String hash) implements PasswordCheck {}
}
