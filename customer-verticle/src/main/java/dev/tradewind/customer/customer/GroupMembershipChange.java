package dev.tradewind.customer.customer;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * The groups that a customer comes into and leaves at once.
 *
 * @param added ids of groups
 * @param removed ids of groups
 */
record GroupMembershipChange(JsonArray added, JsonArray removed) {

  boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty();
  }

  /** As the event of the customer tells it. */
  JsonObject toJson() {
    return new JsonObject().put("added_group_ids", added).put("removed_group_ids", removed);
  }
}
