package dev.tradewind.order.notification;

import static dev.tradewind.kernel.resource.Relation.referred;
import static dev.tradewind.kernel.resource.Relation.remote;
import static dev.tradewind.kernel.resource.Relation.toMany;
import static dev.tradewind.kernel.resource.Relation.toOne;

import dev.tradewind.api.graph.CustomerGraph;
import dev.tradewind.kernel.resource.RelatedRow;
import dev.tradewind.kernel.resource.Resource;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.query.Filter;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.notification.NotificationProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;

/** Resource descriptor of notifications. */
final class NotificationResource {

  private static final Resource PROVIDER =
      Resource.table("notification_provider").text("id").booleans("is_installed").build();

  private final ProviderRegistry<NotificationProvider> installed;
  private final Resource notification;

  private NotificationResource(ProviderRegistry<NotificationProvider> installed) {
    this.installed = installed;
    this.notification =
        Resource.table("notification")
            .base()
            .text("event_name", "resource_type", "resource_id", "customer_id", "to")
            .json("data")
            .text("provider_id", "parent_id")
            .relation(toMany("resends", this::notification, "parent_id", "t.created_at, t.id"))
            .relation(toOne("parent_notification", this::notification, "parent_id"))
            .relation(referred("customer", () -> CustomerGraph.CUSTOMER, "customer_id"))
            .relation(
                remote(
                    "provider",
                    () -> PROVIDER,
                    "provider_id",
                    false,
                    (fetchContext, selection, ids) ->
                        Future.succeededFuture(ids.stream().map(this::provider).toList())))
            .build();
  }

  private Resource notification() {
    return notification;
  }

  /** View of notifications, with the providers of this node. */
  static View view(ProviderRegistry<NotificationProvider> installed) {
    return View.of(new NotificationResource(installed).notification, "resends")
        .showingWhenNamed("customer_id", "data", "parent_id");
  }

  private RelatedRow provider(String id) {
    return new RelatedRow(
        id, new JsonObject().put("id", id).put("is_installed", installed.ids().contains(id)));
  }

  static ListDefinition listing(View view) {
    return ListDefinition.of(view, 50)
        .filter("event_name", anyOf("event_name"))
        .filter("resource_type", anyOf("resource_type"))
        .filter("resource_id", anyOf("resource_id"))
        .filter("to", anyOf("to"))
        .build();
  }

  /** Filter by a comma-separated list of values. */
  private static Filter anyOf(String column) {
    return (conditions, name, value) ->
        conditions.add(
            "t." + column + " = ANY({}::text[])",
            Arrays.stream(String.valueOf(value).split(",")).map(String::strip).toArray());
  }
}
