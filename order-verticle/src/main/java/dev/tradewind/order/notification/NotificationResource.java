package dev.tradewind.order.notification;

import static dev.tradewind.kernel.resource.Relation.toMany;

import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.ListDefinition;
import java.util.Arrays;

/** Resource descriptor of notifications. */
final class NotificationResource {

  static final Resource NOTIFICATION =
      Resource.table("notification")
          .base()
          .text("event_name", "resource_type", "resource_id", "customer_id", "to")
          .json("data")
          .text("provider_id", "parent_id")
          .relation(
              toMany(
                  "resends",
                  () -> NotificationResource.NOTIFICATION,
                  "parent_id",
                  "t.created_at, t.id"))
          .build();

  static final View VIEW =
      View.of(NOTIFICATION, "resends").showingWhenNamed("customer_id", "data", "parent_id");

  static final ListDefinition LISTING =
      ListDefinition.of(VIEW, 50)
          .filter("event_name", anyOf("event_name"))
          .filter("resource_type", anyOf("resource_type"))
          .filter("resource_id", anyOf("resource_id"))
          .filter("to", anyOf("to"))
          .build();

  private NotificationResource() {}

  /** Filter by a comma-separated list of values. */
  private static Filter anyOf(String column) {
    return (conditions, name, value) ->
        conditions.add(
            "t." + column + " = ANY({}::text[])",
            Arrays.stream(String.valueOf(value).split(",")).map(String::strip).toArray());
  }
}
