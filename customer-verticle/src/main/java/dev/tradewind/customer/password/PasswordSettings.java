package dev.tradewind.customer.password;

import org.jspecify.annotations.Nullable;

/**
 * Cost of password hashing, and its concurrency on a node.
 *
 * @param threads concurrent hashes; each needs the configured memory
 * @param queue further requests that may wait for a thread
 * @param breached passwords of which none is hashed; absent without a list
 */
public record PasswordSettings(
    int threads, int queue, int memoryKib, int iterations, @Nullable BreachedPasswords breached) {

  /** Parameters that OWASP recommends for Argon2id. */
  public static final PasswordSettings DEFAULT = new PasswordSettings(2, 64, 19 * 1024, 2, null);

  public PasswordSettings {
    if (threads < 1 || queue < 0) {
      throw new IllegalArgumentException("Passwords need at least one thread to be hashed by.");
    }
  }

  public PasswordSettings withPool(int threads, int queue) {
    return new PasswordSettings(threads, queue, memoryKib, iterations, breached);
  }

  public PasswordSettings withCost(int memoryKib, int iterations) {
    return new PasswordSettings(threads, queue, memoryKib, iterations, breached);
  }

  public PasswordSettings refusing(@Nullable BreachedPasswords list) {
    return new PasswordSettings(threads, queue, memoryKib, iterations, list);
  }
}
