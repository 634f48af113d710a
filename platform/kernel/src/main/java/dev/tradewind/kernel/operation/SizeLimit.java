package dev.tradewind.kernel.operation;

import io.vertx.core.json.JsonObject;

/**
 * Size limit of a JSON object that clients fill and that every response of its resource shows.
 *
 * @param bytes of its encoding
 */
public record SizeLimit(int bytes) {

  /** Limit of one {@code metadata} or {@code context}, after merging. */
  public static final SizeLimit METADATA = new SizeLimit(16 * 1024);

  /**
   * The same object.
   *
   * @param name of the field, for the message
   * @throws Problem {@code InvalidData} if it is larger
   */
  public JsonObject require(String name, JsonObject value) {
    measure(name, value);
    return value;
  }

  /**
   * Bytes of its encoding.
   *
   * @throws Problem {@code InvalidData} if it is larger
   */
  public int measure(String name, JsonObject value) {
    int size = value.toBuffer().length();
    if (size > bytes) {
      throw exceeded(name);
    }
    return size;
  }

  public Problem exceeded(String name) {
    return Problem.invalidData(name + " must be smaller than or equal to " + bytes + " bytes");
  }
}
