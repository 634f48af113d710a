package dev.tradewind.customer.password;

/**
 * What an Argon2id hash costs.
 *
 * @param lanes are computed one after the other here; they cost the same however many there are
 */
record Argon2Cost(int memoryKib, int iterations, int lanes) {

  // What is stored decides how much memory a check takes; no hash of a shop needs more than this.
  private static final int MOST_MEMORY_KIB = 1 << 20;
  private static final int MOST_ITERATIONS = 1_000;
  private static final int MOST_LANES = 255;

  Argon2Cost {
    if (iterations < 1
        || iterations > MOST_ITERATIONS
        || lanes < 1
        || lanes > MOST_LANES
        || memoryKib < 8 * lanes
        || memoryKib > MOST_MEMORY_KIB) {
      throw new IllegalArgumentException("These are no parameters of Argon2id.");
    }
  }
}
