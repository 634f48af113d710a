package dev.tradewind.customer.password;

/**
 * What hashing a password costs, and how much of it a node takes on at once.
 *
 * @param threads that hash; each needs the memory while it does
 * @param queue how many more may wait for a thread
 */
public record PasswordSettings(int threads, int queue, int memoryKib, int iterations) {

  /** The parameters that OWASP recommends for Argon2id. */
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
