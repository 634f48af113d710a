package dev.tradewind.customer.password;

/** Result of a password check against a stored hash. */
public sealed interface PasswordCheck {

  record Mismatch() implements PasswordCheck {}

  record Match() implements PasswordCheck {}

  /**
   * Correct password with outdated hash parameters.
   *
   * @param hash replacement to store
   */
  record NeedsRehash(String hash) implements PasswordCheck {}
}
