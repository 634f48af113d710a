package dev.tradewind.spi.hook;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Permission or refusal.
 *
 * @param refusal sentence for whom asked for it; absent: permitted
 * @param metadata put into the metadata of the line, order or customer; of a refund they stay in
 *     the audit log
 */
public record PermissionAnswer(@Nullable String refusal, JsonObject metadata) {

  /** Permission without metadata. */
  public static final PermissionAnswer PERMITTED = new PermissionAnswer(null, new JsonObject());

  private static final int MAX_REFUSAL = 500;

  /**
   * @throws IllegalArgumentException if the refusal is blank or longer than 500 characters
   */
  public PermissionAnswer {
    if (refusal != null && (refusal.isBlank() || refusal.length() > MAX_REFUSAL)) {
      throw new IllegalArgumentException("A refusal has from 1 to " + MAX_REFUSAL + " characters.");
    }
    metadata = metadata.copy();
  }

  /** Refusal with a sentence for the client. */
  public static PermissionAnswer refused(String sentence) {
    return new PermissionAnswer(sentence, new JsonObject());
  }

  /** Permission that adds metadata. */
  public static PermissionAnswer permitted(JsonObject metadata) {
    return new PermissionAnswer(null, metadata);
  }
}
