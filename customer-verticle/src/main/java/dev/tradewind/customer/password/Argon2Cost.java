package dev.tradewind.customer.password;

/**
 * Cost parameters of an Argon2id hash.
 *
 * @param lanes computed sequentially here, so their number does not change the cost
 */
record Argon2Cost(int memoryKib, int iterations, int lanes) {

  // The stored hash decides how much memory a check takes; this limit is above the memory of any
  // real
  // hash.
  private static final int MAX_MEMORY_KIB = 1 << 20;
  private static final int MAX_ITERATIONS = 1_000;
  private static final int MAX_LANES = 255;

  Argon2Cost {
    if (iterations < 1
        || iterations > MAX_ITERATIONS
        || lanes < 1
        || lanes > MAX_LANES
        || memoryKib < 8 * lanes
        || memoryKib > MAX_MEMORY_KIB) {
      throw new IllegalArgumentException("These are no parameters of Argon2id.");
    }
  }
}
