package dev.tradewind.customer.customer;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * Members of the metadata of customers that the shop writes itself: the ids at the services of
 * payment providers, as Medusa v1's plugins show them.
 */
public record OwnedMetadata(Set<String> keys) {

  public OwnedMetadata {
    keys = Set.copyOf(keys);
  }

  /**
   * Refuses a shopper's body that writes one.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 with its name
   */
  public void requireUntouched(JsonObject body) {
    if (body.getValue("metadata") instanceof JsonObject metadata) {
      keys.stream()
          .filter(metadata::containsKey)
          .sorted()
          .findFirst()
          .ifPresent(key -> {
            throw Problem.invalidData("metadata." + key + " is written by the shop alone");
          });
    }
  }

  /** Values of staff, who send the metadata that they were shown: the members stay as they are. */
  JsonObject untouchedIn(JsonObject values) {
    if (values.getValue("metadata") instanceof JsonObject metadata) {
      JsonObject others = metadata.copy();
      keys.forEach(others::remove);
      values.put("metadata", others);
    }
    return values;
  }
}
