package dev.tradewind.customer.customer;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Groups that a customer joins and leaves in one change.
 *
 * @param added ids of groups
 * @param removed ids of groups
 */
record GroupMembershipChange(JsonArray added, JsonArray removed) {

  boolean isEmpty() {
    return added.isEmpty() && removed.isEmpty();
  }

  /** Data of the customer's event. */
  JsonObject toJson() {
    return new JsonObject().put("added_group_ids", added).put("removed_group_ids", removed);
  }
}
