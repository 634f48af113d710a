package dev.tradewind.customer.password;

/**
 * Cost of password hashing, and its concurrency on a node.
 *
 * @param threads concurrent hashes; each needs the configured memory
 * @param queue further requests that may wait for a thread
 */
public record PasswordSettings(int threads, int queue, int memoryKib, int iterations) {

  /** Parameters that OWASP recommends for Argon2id. */
  public static final PasswordSettings STANDARD = new PasswordSettings(2, 64, 19 * 1024, 2);

  public PasswordSettings {
    if (threads < 1 || queue < 0) {
      throw new IllegalArgumentException("Passwords need at least one thread to be hashed by.");
    }
  }

  public PasswordSettings withPool(int threads, int queue) {
    return new PasswordSettings(threads, queue, memoryKib, iterations);
  }

  public PasswordSettings withCost(int memoryKib, int iterations) {
    return new PasswordSettings(threads, queue, memoryKib, iterations);
  }
}
